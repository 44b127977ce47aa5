import { eq } from "drizzle-orm";
import type { ReactElement } from "react";
import { users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { type Company, readCompany } from "~/features/operations/settings/queries.server";
import type { Database } from "~/platform/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { AccountExistsMail, PasswordResetMail, VerificationMail } from "./emails";

/** 'Verify your email'; nothing once the address is verified, or its account is gone. */
export async function mailVerification(ctx: JobCtx, userId: string, requestId: string): Promise<void> {
  const user = await readRecipient(ctx.db, eq(users.id, userId));
  if (!user || user.verified) return;
  const token = await ctx.auth.verificationToken(user);
  await send(ctx, user, {
    occasion: `verification:${requestId}`,
    subject: (company) => `Verify your email for ${company}`,
    path: `/verify-email?token=${encodeURIComponent(token)}`,
    secrets: [token],
    Mail: VerificationMail,
  });
}

/** 'Choose a new password', to whoever has that address; nothing when nobody has. */
export async function mailPasswordReset(ctx: JobCtx, email: string, requestId: string): Promise<void> {
  const made = await ctx.auth.resetToken(email);
  const user = made && (await readRecipient(ctx.db, eq(users.id, made.user_id)));
  if (!made || !user) return;
  await send(ctx, user, {
    occasion: `password-reset:${requestId}`,
    subject: (company) => `Reset your ${company} password`,
    path: `/reset-password?token=${encodeURIComponent(made.token)}`,
    secrets: [made.token],
    Mail: PasswordResetMail,
  });
}

/** 'You already have an account', after somebody tried to sign up with the address. */
export async function mailAccountExists(ctx: JobCtx, email: string, requestId: string): Promise<void> {
  const user = await readRecipient(ctx.db, eq(users.email, email));
  if (!user) return;
  await send(ctx, user, {
    occasion: `account-exists:${requestId}`,
    subject: (company) => `You already have an account with ${company}`,
    path: "/login",
    secrets: [],
    Mail: AccountExistsMail,
  });
}

export type Recipient = { id: string; email: string; first_name: string | null; verified: boolean };

export async function readRecipient(
  db: Database,
  where: ReturnType<typeof eq>,
): Promise<Recipient | undefined> {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      verified: users.emailVerified,
      first_name: profiles.first_name,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(where);
  return user;
}

type Content = {
  occasion: string;
  subject: (companyName: string) => string;
  path: string;
  secrets: string[];
  Mail: (props: { sender: Company; first_name: string | null; url: string }) => ReactElement;
};

async function send(ctx: JobCtx, user: Recipient, { occasion, subject, path, secrets, Mail }: Content) {
  const company = await readCompany(ctx);
  const first_name = user.verified ? user.first_name : null; // a stranger may have written the name
  const mail = <Mail sender={company} first_name={first_name} url={ctx.origin + path} />;
  await sendMailOnce(ctx, {
    occasion,
    user_id: user.id,
    from: senderOf(company),
    to: user.email,
    subject: subject(company.company_name),
    ...renderMail(mail),
    attachments: [],
    secrets,
  });
}
