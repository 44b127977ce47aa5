// For pages that are complete without their scripts, which then come only when somebody does something: the first touch,
// key or movement wakes them (entry.server.tsx puts them to sleep). Until they are there, what is chosen and typed stays in
// the form, whose script adopts it, and a pressed button waits, and is then pressed again. A button that the server knows to
// be of no use yet ([data-incomplete]) is disabled until they are there. Where scripts don't arrive, buttons do what they do
// without them.
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin", "input"];
const PATIENCE_MS = 10_000;
const sleeping = document.querySelector<HTMLScriptElement>('script[type="sleeping"]');
let pressed: HTMLElement | null = null;
let pulse: Animation | null = null;
let patience: ReturnType<typeof setTimeout> | undefined;

function onSign(event: Event) {
  // A browser also says so of a pointer that rests while the page is laid out under it.
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

/** The looks of a disabled button hang on data-disabled. */
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
  // Whoever comes back is shown what was kept, which is not what the browser fills in.
  if (navigation?.type === "back_forward" || navigator.userActivation?.hasBeenActive) wake();
} else patience = setTimeout(giveUp, PATIENCE_MS);
