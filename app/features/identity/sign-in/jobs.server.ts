import { z } from "zod";
import { TWO_FACTOR_CHANGES } from "~/features/identity/security/forms";
import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";

const news = z.object({ user_id: z.uuid(), at: z.string(), request_id: z.string() });
const twoFactor = news.extend({ change: z.enum(TWO_FACTOR_CHANGES) });
const signedIn = news.extend({ device: z.string() });

/** Mails about accounts. What is queued by e-mail address is not kept once it is done. */
export function accountJobs(ctx: () => JobCtx): JobKind[] {
  const mails = () => import("./mails.server");
  const security = () => import("~/features/identity/security/mails.server");
  return [
    {
      name: "verification-mail",
      run: async ({ user_id, request_id }) =>
        (await mails()).mailVerification(ctx(), String(user_id), String(request_id)),
    },
    {
      name: "password-reset-mail",
      forgetAfterSeconds: 60,
      run: async ({ email, request_id }) =>
        (await mails()).mailPasswordReset(ctx(), String(email), String(request_id)),
    },
    {
      name: "account-exists-mail",
      forgetAfterSeconds: 60,
      run: async ({ email, request_id }) =>
        (await mails()).mailAccountExists(ctx(), String(email), String(request_id)),
    },
    {
      name: "new-sign-in-mail",
      run: async (data) => (await security()).mailNewSignIn(ctx(), signedIn.parse(data)),
    },
    {
      name: "two-factor-mail",
      run: async (data) => (await security()).mailTwoFactorChanged(ctx(), twoFactor.parse(data)),
    },
    {
      name: "password-changed-mail",
      run: async (data) => (await security()).mailPasswordChanged(ctx(), news.parse(data)),
    },
  ];
}
