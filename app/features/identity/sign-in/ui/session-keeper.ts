// Runs on every page. Renews the short-lived token (spec section 9: checks every 30 s and renews when 90 s or less
// remain). Tells the browser's other tabs when somebody signs in or out: <html data-session> is the session that the page
// was rendered for, and localStorage holds the newest one; its event reaches the other tabs.
const CHECK_MS = 30_000;
const RENEW_BEFORE_MS = 90_000;
const KEY = "wb.session";
const page = document.documentElement;
const pageSession = () => page.dataset.session ?? "";
let endsAt = Date.now() + Number(page.dataset.tokenEnds ?? 0);

function newestSession() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function announce(session: string) {
  try {
    if (newestSession() !== session) localStorage.setItem(KEY, session);
  } catch {}
}

const isEdited = (field: HTMLInputElement) =>
  field.value !== undefined && "defaultValue" in field && field.value !== field.defaultValue;

// A hydrated page reloads its own data; any other page reloads. A page with unsaved input whose session has ended stays as
// it is: its next submit reports the ended session.
function follow() {
  const edited = [...document.forms].some((form) =>
    ([...form.elements] as HTMLInputElement[]).some(isEdited),
  );
  const detail = { typing: edited && !newestSession() };
  if (!dispatchEvent(new CustomEvent("sessionchange", { cancelable: true, detail }))) return;
  if (!edited) location.reload();
}

async function renew() {
  if (!pageSession() || Date.now() < endsAt - RENEW_BEFORE_MS) return;
  const answer = await fetch("/api/session", { method: "POST" }).catch(() => null);
  if (answer?.ok) endsAt = Date.now() + (await answer.json()).expires_in;
  if (answer?.status === 401) {
    announce("");
    follow();
  }
}

if (!("sessionFailed" in page.dataset)) announce(pageSession());
setInterval(renew, CHECK_MS);
addEventListener("storage", ({ key, newValue }) => key === KEY && newValue !== pageSession() && follow());
addEventListener("pageshow", ({ persisted }) => persisted && newestSession() !== pageSession() && follow());
document.addEventListener("visibilitychange", () => !document.hidden && renew());
