import { createEmailVerificationToken } from "better-auth/api";
import {
  type AuthOptions,
  type BetterAuth,
  createAuth,
  SCRYPT,
  type SocialProvider,
  type VerifiedUser,
} from "./better-auth.server";
import { type RequestAuth, requestAuth } from "./request-auth.server";
import { openSessionCache } from "./session-cache.server";

const VERIFICATION_SECONDS = 24 * 60 * 60;
/** Without ORIGIN the site answers under several names; so many sets of cookies and callbacks are kept ready. */
const MAX_ORIGINS = 8;

/** Sign-in with Better Auth on the application's own tables. Its HTTP endpoints stay closed but for OAuth callbacks. */
export function openAuth(options: AuthOptions) {
  const byOrigin = new Map<string, BetterAuth>();
  const sessionCache = openSessionCache();
  const authOf = (origin: string) => {
    const auth = byOrigin.get(origin) ?? createAuth(options, origin);
    byOrigin.delete(origin);
    byOrigin.set(origin, auth);
    const [oldest] = byOrigin.keys();
    if (oldest !== undefined && byOrigin.size > MAX_ORIGINS) byOrigin.delete(oldest);
    return auth;
  };
  return {
    /** What one visitor can do about signing in; cookies go out with the answer to that request. */
    forRequest: (origin: string, headers: Headers, setCookie: (cookie: string) => void): RequestAuth =>
      requestAuth(authOf(origin), headers, setCookie, socialProviders(options), sessionCache),
    /** What a verification mail carries; good for 24 hours. */
    verificationToken: (user: VerifiedUser) =>
      createEmailVerificationToken(options.secret, user.email, undefined, VERIFICATION_SECONDS, {
        userId: user.id,
      }),
    /** A single-use token for a new password, good for one hour; null when nobody has that address. */
    async resetToken(email: string): Promise<{ user_id: string; email: string; token: string } | null> {
      let made: { user_id: string; email: string; token: string } | null = null;
      const auth = createAuth(options, "http://localhost", ({ user, token }) => {
        made = { user_id: user.id, email: user.email, token };
      });
      await auth.api.requestPasswordReset({ body: { email } });
      return made;
    },
    /** A password as it is stored. */
    hashPassword: (options.hashing ?? SCRYPT).hash,
  };
}

export type Auth = ReturnType<typeof openAuth>;

/** Those whose keys are set. */
function socialProviders({ social }: AuthOptions): SocialProvider[] {
  return (["google", "facebook"] as const).filter((provider) => social[provider]);
}
