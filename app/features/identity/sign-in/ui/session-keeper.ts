// On every page. Renews the short-lived token in time (spec section 9: a look every 30 s, renewed when three looks or
// fewer remain), and lets the tabs of one browser know at once when somebody signs in or out. <html data-session> names
// the session that the page was made for; the newest name is kept in localStorage, whose event reaches the other tabs.
const LOOK_MS = 30_000;
const RENEW_MS = 90_000;
const KEY = "wb.session";
const page = document.documentElement;
const mine = () => page.dataset.session ?? "";
let endsAt = Date.now() + Number(page.dataset.tokenEnds ?? 0);

function newest() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function announce(session: string) {
  try {
    if (newest() !== session) localStorage.setItem(KEY, session);
  } catch {}
}

const isTyped = (field: HTMLInputElement) =>
  field.value !== undefined && "defaultValue" in field && field.value !== field.defaultValue;

// A page that is alive renews itself; another is loaded anew. A page that somebody has typed in and whose session has ended
// stays as it is: what is sent from it says so.
function follow() {
  const typing = [...document.forms].some((form) => ([...form.elements] as HTMLInputElement[]).some(isTyped));
  const detail = { typing: typing && !newest() };
  if (!dispatchEvent(new CustomEvent("sessionchange", { cancelable: true, detail }))) return;
  if (!typing) location.reload();
}

async function renew() {
  if (!mine() || Date.now() < endsAt - RENEW_MS) return;
  const answer = await fetch("/api/session", { method: "POST" }).catch(() => null);
  if (answer?.ok) endsAt = Date.now() + (await answer.json()).expires_in;
  if (answer?.status === 401) {
    announce("");
    follow();
  }
}

if (!("sessionFailed" in page.dataset)) announce(mine());
setInterval(renew, LOOK_MS);
addEventListener("storage", ({ key, newValue }) => key === KEY && newValue !== mine() && follow());
addEventListener("pageshow", ({ persisted }) => persisted && newest() !== mine() && follow());
document.addEventListener("visibilitychange", () => !document.hidden && renew());
