import { createHash } from "node:crypto";

export type Session = { id: string; user_id: string; token_expires_at: number };

/** The number of sessions kept, newest first. */
const MOST = 2000;
/** The cookies that Better Auth reads. Others change from page to page. */
const OWN_COOKIES = /(?<=^|;\s*)(?:__Secure-)?wb\.[^;]*/g;

/**
 * Caches sessions whose cookies had a valid signature, until their short-lived token expires: verifying takes longer than
 * reading a page's data. Each request still asks the database whether the session exists and what its user's role is
 * (actor.server.ts). Cookies are kept as hashes.
 */
export function openSessionCache() {
  const sessions = new Map<string, { session: Session; until: number }>();
  return {
    find(cookie: string): Session | null {
      const key = keyOf(cookie);
      const known = sessions.get(key);
      if (known && known.until > Date.now()) return known.session;
      sessions.delete(key);
      return null;
    },
    note(cookie: string, session: Session, endsAt: Date | string): void {
      const [oldest] = sessions.keys();
      if (oldest !== undefined && sessions.size >= MOST) sessions.delete(oldest);
      const until = Math.min(session.token_expires_at, new Date(endsAt).getTime());
      sessions.set(keyOf(cookie), { session, until });
    },
  };
}

export type SessionCache = ReturnType<typeof openSessionCache>;

function keyOf(cookie: string): string {
  return createHash("sha256")
    .update((cookie.match(OWN_COOKIES) ?? []).join(";"))
    .digest("base64");
}
