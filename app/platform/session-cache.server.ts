import { createHash } from "node:crypto";

export type Session = { id: string; user_id: string; token_expires_at: number };

/** Of that many visitors at a time, the newest. */
const MOST = 2000;
/** All that Better Auth looks at; other cookies come and go with each page. */
const OWN_COOKIES = /(?<=^|;\s*)(?:__Secure-)?wb\.[^;]*/g;

/**
 * Caches the sessions of cookies whose signatures were checked, until their short-lived token expires: checking them costs
 * more than reading a page's data. The database is still asked for each request whether the session exists and whose it
 * is (actor.server.ts). Cookies are kept as hashes.
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
