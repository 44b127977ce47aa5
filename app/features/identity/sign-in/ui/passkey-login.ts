// Signing in with a passkey on /login: fills the form that passkey-form.tsx wrote with the passkey's answer and sends it. Where
// the browser can, it also offers passkeys under the email field, among the names that it remembers.
import { parsed } from "~/ui/live/parsed";
import { askForPasskey, canUsePasskeys } from "./passkey-browser";

await parsed;
const form = document.querySelector<HTMLFormElement>("form[data-passkey]");
const failure = document.querySelector<HTMLElement>("[data-passkey-failed]");
let waiting = new AbortController();

/** Asks once, and sends the answer. A challenge counts once, so asking anew takes the place of what waits. */
async function ask(isAutofill: boolean) {
  if (!form) return;
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const response = await fetch("/api/passkey-options", { method: "POST", signal });
  if (!response.ok) throw new Error(`The site answered ${response.status}`);
  const answer = await askForPasskey(await response.json(), { isAutofill, signal });
  (form.elements.namedItem("response") as HTMLInputElement).value = answer;
  form.submit();
}

/** A person who closes the browser's dialog knows that nothing happened. */
const isCancelled = (error: unknown) =>
  error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);

/** A challenge ends after five minutes. What waits longer gets a new one. */
const RENEW_MS = 4 * 60_000;

/** Offers passkeys under the email field. Without success, the button remains. */
const offer = () => void ask(true).catch(() => {});

async function start(sign: HTMLFormElement) {
  const canOffer = PublicKeyCredential.isConditionalMediationAvailable?.();
  let dialog = false;
  sign.addEventListener("submit", (event) => {
    event.preventDefault();
    if (failure) failure.hidden = true;
    dialog = true;
    ask(false).catch(async (error) => {
      dialog = false;
      if (failure) failure.hidden = isCancelled(error);
      if (await canOffer) offer();
    });
  });
  if (!(await canOffer) || dialog) return;
  offer();
  setInterval(() => !dialog && !document.hidden && offer(), RENEW_MS);
}

if (form && canUsePasskeys()) void start(form);
else if (form) form.hidden = true;
