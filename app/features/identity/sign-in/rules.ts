import type { SubmissionResult } from "@conform-to/react";
import type { ToastMessage } from "~/lib/toast-message";

/** Answer to a rejected form: the submitted values, the field errors and a toast. */
export type Refused = {
  result: SubmissionResult<string[]>;
  toast: ToastMessage | null;
  /** Whether the page repeats the toast's text. */
  inline: boolean;
};

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
