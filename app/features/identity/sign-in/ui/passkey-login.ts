// Signing in with a passkey on /login: fills the form that passkey-form.tsx wrote with the passkey's answer and sends it. Where
// the browser can, it also offers passkeys under the email field, among the names that it remembers.
import { askForPasskey, canUsePasskeys } from "./passkey-browser";

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

async function offer() {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const wait = () => void ask(true).catch(() => {}); // the button remains
  wait();
  let busy = false;
  setInterval(() => !busy && !document.hidden && wait(), RENEW_MS);
  form?.addEventListener("submit", () => {
    busy = true;
  });
}

if (form && canUsePasskeys()) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (failure) failure.hidden = true;
    ask(false).catch((error) => {
      if (failure) failure.hidden = isCancelled(error);
    });
  });
  void offer();
} else if (form) {
  form.hidden = true;
}
