import { DRAFT_COOKIES, type Draft, encodeDraft } from "./draft";

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/**
 * The two cookies that keep a draft, for `Set-Cookie` and `document.cookie` alike. Only /book sees them; `secure` when
 * the site is reached over https.
 */
export function draftCookies(draft: Draft, { secure }: { secure: boolean }): string[] {
  const { draft: value, notes } = encodeDraft(draft);
  return [cookie(DRAFT_COOKIES.draft, value, secure), cookie(DRAFT_COOKIES.notes, notes, secure)];
}

/** Takes a draft out of the browser, as after signing out: it may hold a customer's address. */
export function forgottenDraft({ secure }: { secure: boolean }): string[] {
  return Object.values(DRAFT_COOKIES).map((name) => cookie(name, "", secure, 0));
}

function cookie(name: string, value: string, secure: boolean, maxAge = THIRTY_DAYS): string {
  return `${name}=${value}; Path=/book; Max-Age=${maxAge}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
