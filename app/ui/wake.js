// For pages that are complete without their scripts, which then come only when somebody does something: the first touch,
// key or movement wakes them (entry.server.tsx puts them to sleep). Until they are there, what is chosen and typed stays in
// the form, whose script adopts it, and a pressed button waits, and is then pressed again. Where scripts don't arrive, the
// button does what it does without them.
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin", "input"];
const PATIENCE_MS = 10_000;
const sleeping = document.querySelector('script[type="sleeping"]');
let pressed = null;
let pulse = null;

function onSign(event) {
  // A browser also says so of a pointer that rests while the page is laid out under it.
  const rests = event.type === "pointermove" && event.movementX === 0 && event.movementY === 0;
  if (!rests) wake();
}

function wake() {
  for (const sign of SIGNS) removeEventListener(sign, onSign, true);
  for (const link of document.querySelectorAll('link[rel="sleeping"]')) link.rel = "modulepreload";
  const script = document.createElement("script");
  script.type = "module";
  script.nonce = sleeping.nonce;
  script.textContent = sleeping.textContent;
  script.addEventListener("error", release);
  document.head.append(script);
}

function wait(event) {
  const button = event.target.closest?.("main :is(button, a[href^='#'])");
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (button === pressed) return;
  pulse?.cancel();
  if (!pressed) setTimeout(release, PATIENCE_MS);
  pressed = button;
  pulse = button.animate({ opacity: [1, 0.5, 1] }, { duration: 1200, iterations: Number.POSITIVE_INFINITY });
}

function release() {
  removeEventListener("click", wait, true);
  removeEventListener("hydrated", release);
  pulse?.cancel();
  const button = pressed;
  pressed = null;
  if (button?.isConnected) button.click();
}

if (sleeping) {
  addEventListener("click", wait, true);
  addEventListener("hydrated", release);
  for (const sign of SIGNS) addEventListener(sign, onSign, { capture: true, passive: true });
  const [navigation] = performance.getEntriesByType("navigation");
  // Whoever comes back is shown what was kept, which is not what the browser fills in.
  if (navigation?.type === "back_forward" || navigator.userActivation?.hasBeenActive) wake();
}
