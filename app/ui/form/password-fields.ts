// Password fields: the button that shows the password, the Caps Lock hint, and the strength of a new password.
// password-field.tsx and password-meter.tsx render the HTML and all texts.
import { passwordStrength } from "~/lib/password-strength";
import { parsed } from "~/ui/live/parsed";

const isPassword = (element: EventTarget | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && "password" in element.dataset;

type Pair = [HTMLElement, HTMLElement];

function measure(input: HTMLInputElement) {
  const meter = document.getElementById(`${input.id}-hint`)?.querySelector<HTMLElement>("[data-minimum]");
  if (!meter) return;
  const { score, label } = passwordStrength(input.value, Number(meter.dataset.minimum));
  const [dashes, words] = meter.children as unknown as Pair;
  const [intro, word] = words.children as unknown as Pair;
  meter.dataset.score = `${score}`;
  for (const [at, dash] of [...dashes.children].entries()) dash.toggleAttribute("data-lit", at < score);
  dashes.hidden = intro.hidden = score === 0;
  word.textContent = label || (word.dataset.empty as string);
}

// Capture phase, so that React sees the field as it is afterward.
document.addEventListener(
  "click",
  ({ target }) => {
    const button = (target as Element).closest("[data-reveal]");
    if (!button) return;
    const input = document.getElementById(button.getAttribute("aria-controls") as string) as HTMLInputElement;
    const hidden = input.type === "password";
    input.type = hidden ? "text" : "password";
    button.toggleAttribute("data-shown", hidden);
    button.setAttribute("aria-label", hidden ? "Hide password" : "Show password");
  },
  true,
);

function showCapsLock(input: HTMLInputElement, on: boolean) {
  const note = document.getElementById(`${input.id}-caps`) as HTMLElement;
  const text = on ? (note.dataset.text as string) : "";
  if (note.textContent !== text) note.textContent = text;
}

for (const type of ["keydown", "keyup"] as const) {
  document.addEventListener(type, (event) => {
    if (isPassword(event.target)) showCapsLock(event.target, event.getModifierState?.("CapsLock"));
  });
}
document.addEventListener("focusout", ({ target }) => isPassword(target) && showCapsLock(target, false));
document.addEventListener("input", ({ target }) => isPassword(target) && measure(target));

function measureAll() {
  document.querySelectorAll<HTMLInputElement>("[data-password]").forEach(measure);
}

// After going back, browsers restore what was typed.
addEventListener("pageshow", measureAll);
await parsed;
measureAll();
