import { createEmailVerificationToken } from "better-auth/api";
import {
  type AuthOptions,
  type BetterAuth,
  createAuth,
  SCRYPT,
  type SocialProvider,
  type VerifiedUser,
} from "./better-auth.server";
import { linkSigner } from "./links.server";
import { type RequestAuth, requestAuth } from "./request-auth.server";
import { openSessionCache } from "./session-cache.server";
import { currentToken, withCurrentCookies } from "./sign-in-secrets.server";

const VERIFICATION_SECONDS = 24 * 60 * 60;
/** How many origins are kept ready at once. Without ORIGIN, the site answers under any name. */
const MAX_ORIGINS = 8;

/** Signs in with Better Auth on the site's own tables. Its HTTP endpoints are closed, except the OAuth callbacks. */
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
  const { secret, oldSecrets = [] } = options;
  const devices = linkSigner(secret, ...oldSecrets);
  return {
    /** The sign-in of one request; its cookies go out with the response. */
    forRequest(origin: string, given: Headers, setCookie: (cookie: string) => void): RequestAuth {
      const headers = withCurrentCookies(given, secret, oldSecrets);
      const providers = socialProviders(options);
      const withAuth = (auth: BetterAuth) =>
        requestAuth(auth, headers, setCookie, providers, sessionCache, devices);
      const auth = withAuth(authOf(origin));
      return {
        ...auth,
        signUpInvited: (body) =>
          withAuth(createAuth({ ...options, mayRegister: async () => true }, origin)).signUp(body),
        callback: (request) => auth.callback(new Request(request, { headers })),
        readVerification: async (token) =>
          auth.readVerification(await currentToken(token, secret, oldSecrets)),
        verifyEmail: async (token) => auth.verifyEmail(await currentToken(token, secret, oldSecrets)),
      };
    },
    /** The content of a verification email; valid for 24 hours. */
    verificationToken: (user: VerifiedUser) =>
      createEmailVerificationToken(secret, user.email, undefined, VERIFICATION_SECONDS, {
        userId: user.id,
      }),
    /** A single-use token for a new password, valid for one hour; null when no account has that address. */
    async resetToken(email: string): Promise<{ user_id: string; email: string; token: string } | null> {
      let made: { user_id: string; email: string; token: string } | null = null;
      const auth = createAuth(options, "http://localhost", ({ user, token }) => {
        made = { user_id: user.id, email: user.email, token };
      });
      await auth.api.requestPasswordReset({ body: { email } });
      return made;
    },
    /** The hash of a password, as stored. */
    hashPassword: (options.hashing ?? SCRYPT).hash,
  };
}

export type Auth = ReturnType<typeof openAuth>;

/** The sign-in providers whose keys are set. */
function socialProviders({ social }: AuthOptions): SocialProvider[] {
  return (["google", "facebook"] as const).filter((provider) => social[provider]);
}
