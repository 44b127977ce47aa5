// Shows every [data-pending-note] and marks the document when a link inside [data-pending-links] has loaded no page after
// 100 ms. Files load no page; a link without `download` may lead to a page that asks for a proof first.
const WAIT_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(pending: boolean) {
  document.documentElement.toggleAttribute("data-pending", pending);
  for (const note of document.querySelectorAll<HTMLElement>("[data-pending-note]")) note.hidden = !pending;
}

document.addEventListener("click", (event) => {
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = (event.target as Element).closest("[data-pending-links] a");
  if (!plain || !link || link.matches("[download], [data-file]")) return;
  clearTimeout(timer);
  // A link that the router handles loads no new page.
  timer = setTimeout(() => show(!event.defaultPrevented), WAIT_MS);
});

// Also when the page returns from the back/forward cache.
addEventListener("pageshow", () => {
  clearTimeout(timer);
  show(false);
});
