import { eq } from "drizzle-orm";
import type { ReactElement } from "react";
import { users } from "~/db/schema/accounts";
import { readRecipient } from "~/features/identity/sign-in/mails.server";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { type Company, readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { JobCtx } from "~/platform/runtime.server";
import { NewSignInMail, PasswordChangedMail, TwoFactorMail } from "./emails";
import type { TwoFactorChange } from "./forms";

type News = { user_id: string; at: string; request_id: string };

/** 'New sign-in to your account': with which browser, and what to do about it. */
export function mailNewSignIn(ctx: JobCtx, { device, ...news }: News & { device: string }): Promise<void> {
  const url = `${ctx.origin}/profile/security`;
  return send(ctx, news, {
    occasion: `new-sign-in:${news.request_id}`,
    subject: (company) => `New sign-in to your ${company} account`,
    mail: (told) => <NewSignInMail {...told} device={device} url={url} />,
  });
}

/** 'Your password was changed', to the address of the account. */
export function mailPasswordChanged(ctx: JobCtx, news: News): Promise<void> {
  const url = `${ctx.origin}/forgot-password`;
  return send(ctx, news, {
    occasion: `password-changed:${news.request_id}`,
    subject: (company) => `Your ${company} password was changed`,
    mail: (told) => <PasswordChangedMail {...told} url={url} />,
  });
}

const CHANGES = {
  on: "Two-factor authentication is on",
  off: "Two-factor authentication is off",
  codes: "New recovery codes",
} as const satisfies Record<TwoFactorChange, string>;

/** What was changed about two-factor authentication, to the address of the account. */
export function mailTwoFactorChanged(
  ctx: JobCtx,
  { change, ...news }: News & { change: TwoFactorChange },
): Promise<void> {
  const url = `${ctx.origin}/profile/security`;
  return send(ctx, news, {
    occasion: `two-factor:${news.request_id}`,
    subject: (company) => `${CHANGES[change]} for your ${company} account`,
    mail: (told) => <TwoFactorMail {...told} heading={CHANGES[change]} change={change} url={url} />,
  });
}

type Told = { sender: Company; first_name: string | null; when: string };
type Content = {
  occasion: string;
  subject: (companyName: string) => string;
  mail: (told: Told) => ReactElement;
};

async function send(ctx: JobCtx, { user_id, at }: News, { occasion, subject, mail }: Content) {
  const [user, company] = await Promise.all([readRecipient(ctx.db, eq(users.id, user_id)), readCompany(ctx)]);
  if (!user) return;
  const when = formatMoment(Temporal.Instant.from(at), company.timezone);
  const first_name = user.verified ? user.first_name : null; // a stranger may have written the name
  await sendMailOnce(ctx, {
    occasion,
    user_id,
    from: senderOf(company),
    to: user.email,
    subject: subject(company.company_name),
    ...renderMail(mail({ sender: company, first_name, when })),
    attachments: [],
  });
}
