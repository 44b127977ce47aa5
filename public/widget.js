// Puts the booking form where this script's tag stands: <script src="…/widget.js" data-partner="…" async></script>. The form
// lives in a frame of its own; all that comes out of it is how high it wants to be.
(() => {
  const tag = document.currentScript;
  const address = new URL("/widget", tag.src);
  for (const name of ["partner", "service", "type"]) {
    if (tag.dataset[name]) address.searchParams.set(name, tag.dataset[name]);
  }
  const frame = document.createElement("iframe");
  frame.src = address.href;
  frame.title = tag.dataset.title || "Book a cleaning";
  frame.style.cssText = "display:block;width:100%;height:40rem;border:0";
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== address.origin || source !== frame.contentWindow) return;
    if (data?.type !== "booking-widget:height" || !(data.height > 0 && data.height < 20000)) return;
    frame.style.height = `${data.height}px`;
  });
  tag.after(frame);
})();
