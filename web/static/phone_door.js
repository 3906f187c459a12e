// Before the warning: takes the code along to the secure page, or sends pictures that were taken by hand.

import { request } from "./api.js";
import { gettext } from "./language.js";
import { post, session } from "./phone_sender.js";

const LONGEST_SIDE = 1920;
const QUALITY = 0.9;
const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const code = decodeURIComponent(location.hash.slice(1));

if (at("go-on")) at("go-on").hash = location.hash;

async function paired() {
  const { control } = await request("/api/me");
  if (!control) await request("/api/pair", { code });
}

// upright, as browsers turn it by what the camera has noted in the file
async function jpeg(file) {
  const picture = await createImageBitmap(file);
  const shrunk = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * shrunk);
  canvas.height = Math.round(picture.height * shrunk);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((made) => canvas.toBlob(made, "image/jpeg", QUALITY));
}

at("still").addEventListener("change", async () => {
  const [file] = at("still").files || [];
  if (!file) return;
  at("still-trouble").textContent = "";
  at("still-says").textContent = gettext("Sending the picture…");
  try {
    await paired();
    await request("/api/phone/claim", { session });
    const { says, more } = await post("/api/phone/still", await jpeg(file));
    at("still-says").textContent = `${says} ${more}`;
  } catch (error) {
    at("still-says").textContent = "";
    at("still-trouble").textContent = error.message;
  } finally {
    at("still").value = "";
  }
});
