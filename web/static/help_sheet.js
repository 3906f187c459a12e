// A page of the help, laid over the screen as a sheet.

// Resolves when the sheet is closed again: true where a person did it, false where something else came first.
export async function openHelp(address, closing) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return false; // the page says by itself that nobody answers
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const text = page.getElementById("about-screen");
  if (!text || document.querySelector("dialog[open]")) return false;
  const dialog = document.createElement("dialog");
  dialog.id = "help";
  dialog.className = "dialog help";
  dialog.setAttribute("aria-labelledby", "help-title");
  const title = document.createElement("h2");
  title.id = "help-title";
  title.tabIndex = -1;
  title.textContent = page.querySelector("h1").textContent;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button primary";
  close.id = "help-close";
  close.textContent = closing;
  close.addEventListener("click", () => dialog.close());
  const head = document.createElement("header");
  head.className = "dialog-head";
  head.append(title);
  text.querySelector(".buttons").prepend(close);
  dialog.append(head, document.adoptNode(text));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  title.focus();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue !== "interrupted");
    });
  });
}
