// Brings the code to the table: from the address (#K7QM-2FXD, where it stays out of every log) or as typed.

import { request } from "./api.js";

const form = document.getElementById("pair");
const field = document.getElementById("code");
const trouble = document.getElementById("pair-error");

async function join(code) {
  trouble.textContent = "";
  try {
    await request("/api/pair", { code });
    location.replace(location.pathname === "/pair" ? "/" : location.pathname);
  } catch (refusal) {
    trouble.textContent = refusal.message;
    field.focus();
    field.select();
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  join(field.value);
});

function fromAddress() {
  const brought = decodeURIComponent(location.hash.slice(1));
  if (!brought) return;
  history.replaceState(null, "", location.pathname);
  field.value = brought;
  join(brought);
}

// a device that was in control once learns here why it is not any more
request("/api/me").then(
  ({ control, why_not: why }) => {
    if (!control && why && !trouble.textContent) trouble.textContent = why;
  },
  () => {},
); // the page works without

addEventListener("hashchange", fromAddress);
fromAddress();
