import { afterEach, expect, test, vi } from "vitest";
import { openSessionCache } from "./session-cache.server";

const session = (minutes = 5) => ({
  id: "s1",
  user_id: "u1",
  token_expires_at: Date.now() + minutes * 60_000,
});
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const COOKIES = "wb.session_token=a.b; wb.session_data=c";

afterEach(() => void vi.useRealTimers());

test("the same session cookies are found again, whatever other cookies are sent", () => {
  const sessionCache = openSessionCache();
  const known = session();
  sessionCache.note(COOKIES, known, later(60));
  expect(sessionCache.find(COOKIES)).toBe(known);
  expect(sessionCache.find(`wb_toast=x; ${COOKIES}; draft=1`)).toBe(known);
});

test.each([
  "",
  "wb.session_token=a.b",
  "wb.session_data=c",
  "a=wb.session_token=a.b; wb.session_data=c",
  "wb.session_token=a.b; wb.session_data=d",
  "wb.session_token=a.b; wb.session_data=c; wb.session_data=d",
  "__Secure-wb.session_token=a.b; __Secure-wb.session_data=c",
])("others are not: %s", (cookies) => {
  const sessionCache = openSessionCache();
  sessionCache.note(COOKIES, session(), later(60));
  expect(sessionCache.find(cookies)).toBeNull();
});

test.each([
  ["token", session(5), later(60)],
  ["session", session(60), later(5)],
])("not once the %s has ended", (_, known, endsAt) => {
  vi.useFakeTimers();
  const sessionCache = openSessionCache();
  sessionCache.note(COOKIES, known, endsAt);
  vi.advanceTimersByTime(4 * 60_000);
  expect(sessionCache.find(COOKIES)).toBe(known);
  vi.advanceTimersByTime(60_000);
  expect(sessionCache.find(COOKIES)).toBeNull();
});

test("the oldest sessions are dropped when there are too many", () => {
  const sessionCache = openSessionCache();
  for (let n = 0; n <= 2000; n += 1) sessionCache.note(`wb.session_token=${n}`, session(), later(60));
  expect([sessionCache.find("wb.session_token=0"), sessionCache.find("wb.session_token=2000")]).toEqual([
    null,
    expect.anything(),
  ]);
});
