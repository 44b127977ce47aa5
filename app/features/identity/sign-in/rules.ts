import type { SubmissionResult } from "@conform-to/react";
import type { ToastMessage } from "~/lib/toast-message";

/** Answer to a rejected form: the submitted values, the field errors and a toast. */
export type Refused = {
  result: SubmissionResult<string[]>;
  toast: ToastMessage | null;
  /** Whether the page repeats the toast's text. */
  inline: boolean;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const LONGEST_WAIT = 4 * HOUR;

/**
 * How many seconds a network waits for its next try at one account, while that account's tries are slowed down: a minute
 * after the first slow one, then twice as long each time, up to four hours. `tries` is the number of slow ones before it.
 */
export function waitAfter(tries: number): number {
  return Math.min(LONGEST_WAIT, MINUTE * 2 ** tries);
}

/** The text for somebody who tried too often; `seconds` until the next try is looked at. */
export function tooManyTries(seconds: number): string {
  return `Too many attempts. Please wait ${formatWait(seconds)} and try again.`;
}

function formatWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE));
  if (minutes === 1) return "a minute";
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.ceil(seconds / HOUR);
  return hours === 1 ? "an hour" : `${hours} hours`;
}

const BASE = "http://site.invalid";

/** Returns a path on this site to redirect to after signing in. Any other URL becomes the home page. */
export function safePath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return "/";
  if (!URL.canParse(wanted, BASE)) return "/";
  const { origin, pathname, search, hash } = new URL(wanted, BASE);
  return origin === BASE && !pathname.startsWith("//") ? pathname + search + hash : "/";
}

/** Redirect target from the `?redirect=` parameter of a URL (spec section 2). */
export function redirectOf(url: string): string {
  return safePath(new URL(url).searchParams.get("redirect"));
}

/** Adds `?redirect=` to the URL of a sign-in page. The home page needs no parameter (spec section 2). */
export function withRedirect(address: string, path: string): string {
  return path === "/" ? address : `${address}?${new URLSearchParams({ redirect: path })}`;
}

/** Whether the path is for signed-in users only. */
export function requiresLogin(path: string): boolean {
  return /^\/(profile|bookings|dashboard|admin)(?![\w-])/.test(path);
}
