// The fields of a card (card-fields.tsx): grouped while they are typed, and checked as the server does. What is wrong is
// told to live-forms.js in its own words: a pattern that nothing can match, and the message for it.
import { parsed } from "../../../../ui/parsed.js";
import { formatCardNumber, formatCvc, formatExpiry, isCardNumber, isExpired, parseExpiry } from "../card.ts";

const FORMATS = { number: formatCardNumber, expiry: formatExpiry, cvc: formatCvc };
const NOTHING = "(?!)";

/** At the end only: in the middle the person is correcting and is left alone. */
function group(field) {
  const { value, dataset } = field;
  const grouped = FORMATS[dataset.card](value);
  if (field.selectionStart === value.length && grouped !== value) field.value = grouped;
}

function check(field) {
  const { value, dataset } = field;
  if (dataset.card === "number") field.pattern = isCardNumber(value.trim()) ? ".*" : NOTHING;
  if (dataset.card !== "expiry") return;
  const expiry = parseExpiry(value.trim());
  const now = { year: Number(dataset.year), month: Number(dataset.month) };
  const isPast = expiry !== null && isExpired(expiry, now);
  dataset.wrong = isPast ? dataset.past : dataset.message;
  field.pattern = expiry && !isPast ? ".*" : NOTHING;
}

// On their way down, so that live-forms.js finds the fields as they are then.
document.addEventListener(
  "input",
  ({ target }) => {
    if (!target.dataset.card) return;
    group(target);
    check(target);
  },
  true,
);
document.addEventListener(
  "submit",
  ({ target }) => target.querySelectorAll("[data-card]").forEach(check),
  true,
);

// A demo that is paid leads on by itself (pay-button.tsx). Who comes back to it finds the form.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && document.querySelector("[data-left]")) location.reload();
});
await parsed;
new MutationObserver(() => {
  const paid = document.querySelector("[data-leads-to]:not([data-left])");
  if (!paid) return;
  const { leadsTo, afterMs } = paid.dataset;
  paid.dataset.left = "";
  setTimeout(() => location.assign(leadsTo), Number(afterMs));
}).observe(document.querySelector("main"), { childList: true, subtree: true });
