// Tells the page around the widget (public/widget.js) how high it is: a number, and nothing else, so that anybody may hear it.
import { parsed } from "~/ui/live/parsed";

await parsed;
const widget = document.querySelector("[data-widget]");

function tell() {
  const height = Math.ceil((widget as Element).getBoundingClientRect().height);
  parent.postMessage({ type: "booking-widget:height", height }, "*");
}

if (widget && parent !== window) new ResizeObserver(tell).observe(widget);
