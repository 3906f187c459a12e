// Which element of the templates bears which id, where it is more than any element; and what lib.dom does not know.
// tests/javascript/test_javascript.py holds the tags against the templates.

interface PageElements {
  address: HTMLInputElement;
  analyse: HTMLButtonElement;
  at: HTMLInputElement;
  back: HTMLButtonElement;
  code: HTMLInputElement;
  "drill-plays": HTMLDetailsElement;
  "drill-rows": HTMLTableElement;
  enough: HTMLButtonElement;
  export: HTMLAnchorElement;
  first: HTMLButtonElement;
  "go-on": HTMLAnchorElement;
  "help-open": HTMLAnchorElement;
  large: HTMLDialogElement;
  "large-picture": HTMLImageElement;
  last: HTMLButtonElement;
  learner: HTMLSelectElement;
  leds: HTMLInputElement;
  links: HTMLTemplateElement;
  on: HTMLButtonElement;
  "phone-code": HTMLImageElement;
  picture: HTMLImageElement;
  speed: HTMLSelectElement;
  still: HTMLInputElement;
  sure: HTMLDialogElement;
  undo: HTMLButtonElement;
  video: HTMLVideoElement;
  help: HTMLDialogElement;
  zoom: HTMLInputElement;
}

interface Document {
  // an element that a script names is in its template: tests/javascript/test_javascript.py holds that
  getElementById<K extends keyof PageElements>(id: K): PageElements[K];
  getElementById(id: string): HTMLElement;
}

interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K];
  querySelector(selectors: `dialog${string}`): HTMLDialogElement;
  querySelector(selectors: `input${string}`): HTMLInputElement;
  querySelector<E extends HTMLElement = HTMLElement>(selectors: string): E;
  querySelectorAll<E extends HTMLElement = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Navigator {
  getBattery?(): Promise<EventTarget & { level: number; charging: boolean }>;
}

interface Window {
  webkitAudioContext?: typeof AudioContext;
}
