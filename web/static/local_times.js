// Times as the clock on the viewer's wall shows them; the server knows but one clock for all.

for (const part of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime]"))) {
  const time = new Date(part.dateTime);
  if (!Number.isNaN(time.getTime()))
    part.textContent =
      "day" in part.dataset
        ? time.toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" })
        : time.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
