// The telephone as camera: opens it, sends its pictures, shows what the table makes of them, and goes on by itself
// after whatever came between.

import { request } from "./api.js";
import { stayAwake } from "./awake.js";
import { gettext } from "./language.js";
import { PhoneCamera } from "./phone_camera.js";
import { Sender, session, wait } from "./phone_sender.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const video = at("video");
const REFUSED = {
  NotAllowedError: gettext(
    "The camera was not allowed. Allow it for this page in the browser’s settings, then try again.",
  ),
  NotFoundError: gettext("This device has no camera."),
  NotReadableError: gettext("Another app uses the camera: close it, then try again."),
};
const RETRY_FIRST = 300; // ms
const RETRY_LONGEST = 2000;

const sender = new Sender(video);
const camera = new PhoneCamera(video, { onGone: () => pause("camera"), onBack: goOn });
let running = false;
let batteryListens = false;
let wanted = true; // false while another telephone is the camera, or this one may not send
let wake = 0;

function state(name) {
  at("phone").dataset.state = name;
}

function write(id, text) {
  if (at(id).textContent !== text) at(id).textContent = text;
}

function trouble(text) {
  at("trouble").hidden = !text;
  write("trouble", text);
}

function showGuidance({ says, more, hints, outline, hold, acts }) {
  write("says", says);
  write("more", more);
  trouble("");
  if (at("hints").dataset.shown !== JSON.stringify(hints)) {
    at("hints").dataset.shown = JSON.stringify(hints);
    at("hints").replaceChildren(
      ...hints.map((hint) => {
        const item = document.createElement("li");
        item.textContent = hint;
        return item;
      }),
    );
  }
  at("outline").replaceChildren(
    ...outline.map((leaf) => {
      const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
      polygon.setAttribute("points", leaf.map(([x, y]) => `${1000 * x},${1000 * y}`).join(" "));
      return polygon;
    }),
  );
  showActs(acts);
  camera.hold(hold);
  state("sending");
}

function showActs(acts) {
  if (at("acts").dataset.shown === JSON.stringify(acts)) return;
  at("acts").dataset.shown = JSON.stringify(acts);
  at("acts").replaceChildren(
    ...acts.map(([what, text]) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = "button primary";
      made.textContent = text;
      made.addEventListener("click", () => request(`/api/setup/${what}`, {}).catch((error) => trouble(error.message)));
      return made;
    }),
  );
}

function fitFrame() {
  if (video.videoWidth) at("frame").style.setProperty("--ratio", String(video.videoWidth / video.videoHeight));
}

function showTools() {
  const { torch, zoom } = camera.abilities;
  at("torch").hidden = !torch;
  at("zoom-field").hidden = !zoom || !(zoom.max > zoom.min);
  if (zoom)
    Object.assign(at("zoom"), { min: zoom.min, max: zoom.max, step: zoom.step || 0.1, value: camera.settings.zoom });
}

async function open() {
  at("again").hidden = true;
  try {
    await camera.open();
  } catch (error) {
    write("says", gettext("No camera yet."));
    trouble(REFUSED[error.name] || gettext("The camera does not start: close other apps that use it, then try again."));
    at("again").hidden = false;
    state("no-camera");
    return false;
  }
  showTools();
  reportBattery();
  return true;
}

async function claim(over = false) {
  at("over").hidden = true;
  wanted = true;
  await request("/api/phone/claim", { session, over });
  reportBattery();
}

// another telephone is the camera, or this one may not send any more
function refused({ status, message }) {
  wanted = false;
  at("outline").replaceChildren();
  showActs([]);
  write("says", status === 409 ? message : gettext("This telephone may not send pictures."));
  write("more", status === 409 ? gettext("Two cannot be the camera at once.") : message);
  at("over").hidden = status !== 409;
  state("refused");
}

async function run() {
  if (running) return;
  running = true;
  let retry = RETRY_FIRST;
  while (wanted && camera.runs && !document.hidden) {
    try {
      showGuidance(await sender.next());
      retry = RETRY_FIRST;
    } catch (error) {
      if (error.status === 409 || error.status === 401) refused(error);
      else {
        trouble(error.message);
        state("waiting");
        await wait(retry);
        retry = Math.min(2 * retry, RETRY_LONGEST);
      }
    }
  }
  running = false;
}

async function goOn() {
  if (document.hidden) return;
  stayAwake(true);
  if (!camera.runs && !(await open())) return;
  run();
}

function pause(why) {
  if (!wanted) return;
  const notice = new Blob([JSON.stringify({ session, why })], { type: "application/json" });
  navigator.sendBeacon("/api/phone/pause", notice);
  if (why === "camera" && !document.hidden) {
    clearTimeout(wake);
    wake = setTimeout(goOn, 1500);
  }
}

async function reportBattery() {
  if (!navigator.getBattery || !wanted) return;
  const battery = await navigator.getBattery();
  const report = () =>
    request(
      "/api/phone/battery",
      { session, percent: Math.round(100 * battery.level), charging: battery.charging },
      true,
    ).catch(() => {});
  if (!batteryListens) {
    batteryListens = true;
    battery.addEventListener("levelchange", () => wanted && report());
    battery.addEventListener("chargingchange", () => wanted && report());
    setInterval(() => wanted && running && report(), 60000);
  }
  report();
}

video.addEventListener("resize", fitFrame);
document.addEventListener("visibilitychange", () => (document.hidden ? pause("hidden") : goOn()));
addEventListener("pagehide", () => pause("closed"));
addEventListener("pageshow", (event) => event.persisted && goOn());
at("again").addEventListener("click", goOn);
at("over").addEventListener("click", async () => {
  await claim(true).catch(refused);
  goOn();
});
at("torch").addEventListener("click", async () => {
  const on = at("torch").getAttribute("aria-pressed") !== "true";
  if (await camera.set({ torch: on })) at("torch").setAttribute("aria-pressed", String(on));
});
at("zoom").addEventListener("input", () => camera.set({ zoom: Number(at("zoom").value) }));

history.replaceState(null, "", location.pathname); // a code that was not needed must not stay in sight
state("starting");
claim()
  .catch((error) => error.status && refused(error))
  .then(goOn);
