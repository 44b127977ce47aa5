// The fields of a card (payment-forms.tsx): grouped while they are typed, and checked as the server does. What is wrong is
// told to live-forms.ts in its own words: a pattern that nothing can match, and the message for it.
import { parsed } from "~/ui/live/parsed";
import { formatCardNumber, formatCvc, formatExpiry, isCardNumber, isExpired, parseExpiry } from "../card";

const FORMATS = { number: formatCardNumber, expiry: formatExpiry, cvc: formatCvc };
const NOTHING = "(?!)";

/** At the end only: in the middle the person is correcting and is left alone. */
function group(field: HTMLInputElement) {
  const { value, dataset } = field;
  const grouped = FORMATS[dataset.card as keyof typeof FORMATS](value);
  if (field.selectionStart === value.length && grouped !== value) field.value = grouped;
}

function check(field: HTMLInputElement) {
  const { value, dataset } = field;
  if (dataset.card === "number") field.pattern = isCardNumber(value.trim()) ? ".*" : NOTHING;
  if (dataset.card !== "expiry") return;
  const expiry = parseExpiry(value.trim());
  const now = { year: Number(dataset.year), month: Number(dataset.month) };
  const isPast = expiry !== null && isExpired(expiry, now);
  dataset.wrong = isPast ? dataset.past : dataset.message;
  field.pattern = expiry && !isPast ? ".*" : NOTHING;
}

// On their way down, so that live-forms.ts finds the fields as they are then.
document.addEventListener(
  "input",
  ({ target }) => {
    const field = target as HTMLInputElement;
    if (!field.dataset.card) return;
    group(field);
    check(field);
  },
  true,
);
document.addEventListener(
  "submit",
  ({ target }) => (target as Element).querySelectorAll<HTMLInputElement>("[data-card]").forEach(check),
  true,
);

// A demo that is paid leads on by itself (pay-button.tsx). Who comes back to it finds the form.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && document.querySelector("[data-left]")) location.reload();
});
await parsed;
new MutationObserver(() => {
  const paid = document.querySelector<HTMLElement>("[data-leads-to]:not([data-left])");
  if (!paid) return;
  const { leadsTo, afterMs } = paid.dataset;
  paid.dataset.left = "";
  setTimeout(() => location.assign(leadsTo as string), Number(afterMs));
}).observe(document.querySelector("main") as Element, { childList: true, subtree: true });
