import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";

/** As long as after a password. */
const CHALLENGE_SECONDS = 10 * 60;

/**
 * Requires the second step after Google or Facebook, too; Better Auth requires it only after a password. Ends the new
 * session and starts the challenge that a password would have started.
 */
export const socialChallenge = {
  id: "social-challenge",
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === "/callback/:id",
        handler: createAuthMiddleware(async (ctx) => {
          const { newSession, internalAdapter, secret } = ctx.context;
          if (!newSession?.user.twoFactorEnabled) return;
          deleteSessionCookie(ctx, true);
          await internalAdapter.deleteSession(newSession.session.token);
          ctx.context.setNewSession(null);
          const identifier = `2fa-${generateRandomString(20)}`;
          const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000);
          const value = newSession.user.id;
          await internalAdapter.createVerificationValue({ identifier, value, expiresAt });
          const attempts = `2fa-attempts-${identifier}`;
          await internalAdapter.createVerificationValue({ identifier: attempts, value: "0", expiresAt });
          const cookie = ctx.context.createAuthCookie("two_factor", { maxAge: CHALLENGE_SECONDS });
          await ctx.setSignedCookie(cookie.name, identifier, secret, cookie.attributes);
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
