// What scripts say, in this viewer's language. Patterns stand as in the source, and hold {named} values.
// `tools.catalogues` finds them where gettext and ngettext are called with plain texts.

const catalogue = JSON.parse(document.getElementById("catalogue")?.textContent || "{}");
const { messages = {}, counts: pluralForms = [] } = catalogue; // the file to send holds all modules in one: names differ
const YEAR = 365 * 24 * 3600;

export const { languages = [] } = catalogue; // [code, what the language calls itself]

function filled(pattern, values) {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function gettext(pattern, values = {}) {
  return filled(messages[pattern] || pattern, values);
}

// one or many: how a language counts follows from the last two digits, of points below nought too
export function ngettext(one, many, count, values = {}) {
  const forms = messages[one] || [one, many];
  const size = Math.abs(count);
  const which = pluralForms.length
    ? pluralForms[size < pluralForms.length ? size : 100 + (size % 100)]
    : Number(size !== 1);
  return filled(forms[which], { count, ...values });
}

// "" : as the browser asks
export function chooseLanguage(code) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API wants a secure page, which the plain door is not
  document.cookie = `language=${code}; path=/; samesite=strict; max-age=${code ? YEAR : 0}`;
  location.reload();
}

export function chosenLanguage() {
  return /(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1] || "";
}
