import type { SubmissionResult } from "@conform-to/react";
import type { ToastMessage } from "~/lib/toast-message";

/** What a form that is refused is answered: what was typed, what is wrong with it, and what a toast says. */
export type Refused = {
  result: SubmissionResult<string[]>;
  toast: ToastMessage | null;
  /** The toast's words stay in the page as well. */
  stays: boolean;
};

const BASE = "http://site.invalid";

/** The path to go on to after signing in: only ever one of this site's own; anything else is the home page. */
export function safePath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return "/";
  if (!URL.canParse(wanted, BASE)) return "/";
  const { origin, pathname, search, hash } = new URL(wanted, BASE);
  return origin === BASE && !pathname.startsWith("//") ? pathname + search + hash : "/";
}

/** Where the `?redirect=` of this page's address leads to (spec section 2). */
export function redirectOf(url: string): string {
  return safePath(new URL(url).searchParams.get("redirect"));
}

/** An address of the sign-in pages that carries the redirect on, unless it is the home page anyway (spec section 2). */
export function withRedirect(address: string, path: string): string {
  return path === "/" ? address : `${address}?${new URLSearchParams({ redirect: path })}`;
}

/** Whether only somebody who has signed in gets to see that path. */
export function needsLogin(path: string): boolean {
  return /^\/(profile|bookings|dashboard|admin)(?![\w-])/.test(path);
}
