// Lazy hydration, for pages that are complete without script: scripts load at the first touch, key or movement
// (entry.server.tsx prepares the page). Until then, the form keeps what is chosen and typed, and the scripts adopt it. A
// button pressed early waits and is pressed again afterward. A button of no use yet ([data-incomplete]) is disabled until
// then. If the scripts don't load, buttons work without them.
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin", "input"];
const PATIENCE_MS = 10_000;
const sleeping = document.querySelector<HTMLScriptElement>('script[type="sleeping"]');
let pressed: HTMLElement | null = null;
let pulse: Animation | null = null;
let patience: ReturnType<typeof setTimeout> | undefined;

function onSign(event: Event) {
  // Browsers also send this event when the page is laid out under a resting pointer.
  const rests =
    event.type === "pointermove" &&
    (event as PointerEvent).movementX === 0 &&
    (event as PointerEvent).movementY === 0;
  if (!rests) wake();
}

function wake() {
  for (const sign of SIGNS) removeEventListener(sign, onSign, true);
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="sleeping"]'))
    link.rel = "modulepreload";
  const script = document.createElement("script");
  script.type = "module";
  script.nonce = (sleeping as HTMLScriptElement).nonce;
  script.textContent = (sleeping as HTMLScriptElement).textContent;
  script.addEventListener("error", giveUp);
  patience = setTimeout(giveUp, PATIENCE_MS);
  document.head.append(script);
}

function wait(event: Event) {
  const button = (event.target as Partial<Element>).closest?.<HTMLElement>("main :is(button, a[href^='#'])");
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (button === pressed) return;
  pulse?.cancel();
  pressed = button;
  pulse = button.animate({ opacity: [1, 0.5, 1] }, { duration: 1200, iterations: Number.POSITIVE_INFINITY });
}

/** The style of a disabled button depends on data-disabled. */
function disable(on: boolean) {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-incomplete]")) {
    button.disabled = on;
    button.toggleAttribute("data-disabled", on);
  }
}

function giveUp() {
  disable(false);
  release();
}

function release() {
  clearTimeout(patience);
  removeEventListener("click", wait, true);
  removeEventListener("hydrated", release);
  pulse?.cancel();
  const button = pressed;
  pressed = null;
  if (button?.isConnected) button.click();
}

disable(true);
addEventListener("hydrated", release);
if (sleeping) {
  addEventListener("click", wait, true);
  for (const sign of SIGNS) addEventListener(sign, onSign, { capture: true, passive: true });
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // After going back, show what was kept, which is not what the browser restores.
  if (navigation?.type === "back_forward" || navigator.userActivation?.hasBeenActive) wake();
} else patience = setTimeout(giveUp, PATIENCE_MS);
