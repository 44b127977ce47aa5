import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth";

/**
 * Passkeys for one origin. Each use needs the person's fingerprint, face or PIN (user verification), so that a passkey counts
 * as both factors. Better Auth itself only asks for that politely, and does not check it.
 */
export function passkeys(origin: string) {
  return passkey({
    rpID: new URL(origin).hostname,
    origin,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey" },
    registration: {
      async afterVerification({ ctx, verification }) {
        const { userVerified = false, credential } = verification.registrationInfo ?? {};
        requireVerified(userVerified);
        const where = [{ field: "credentialID", value: credential?.id ?? "" }];
        if (await ctx.context.adapter.findOne({ model: "passkey", where }))
          throw refusal("ALREADY_REGISTERED");
      },
    },
    authentication: {
      async afterVerification({ verification }) {
        requireVerified(verification.authenticationInfo.userVerified);
      },
    },
  });
}

function requireVerified(isVerified: boolean): void {
  if (!isVerified) throw refusal("USER_NOT_VERIFIED");
}

function refusal(code: string): APIError {
  return new APIError("UNAUTHORIZED", { code });
}
