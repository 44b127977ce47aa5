import { DRAFT_COOKIES, type Draft, encodeDraft } from "./draft";

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/** The two cookies that keep a draft, for `Set-Cookie` and `document.cookie` alike. Only /book sees them. */
export function draftCookies(draft: Draft): string[] {
  const { draft: value, notes } = encodeDraft(draft);
  return [cookie(DRAFT_COOKIES.draft, value, THIRTY_DAYS), cookie(DRAFT_COOKIES.notes, notes, THIRTY_DAYS)];
}

/** The cookies that forget a draft. */
export function clearedDraftCookies(): string[] {
  return [cookie(DRAFT_COOKIES.draft, "", 0), cookie(DRAFT_COOKIES.notes, "", 0)];
}

function cookie(name: string, value: string, maxAge: number): string {
  return `${name}=${value}; Path=/book; Max-Age=${maxAge}; SameSite=Lax`;
}
