import { eq } from "drizzle-orm";
import type { ReactElement } from "react";
import { z } from "zod";
import { users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import {
  PASSKEY_CHANGES,
  type PasskeyChange,
  TWO_FACTOR_CHANGES,
  type TwoFactorChange,
} from "~/features/identity/security/forms";
import { labelOfRole } from "~/features/identity/staff/account";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import type { Company } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { JobOptions } from "~/platform/jobs/define-job.server";

const byAddress = z.object({ email: z.string(), request_id: z.string() });
const byAccount = z.object({ user_id: z.guid(), request_id: z.string() });
const happened = byAccount.extend({ at: z.string() });

/** Sends the verification email, unless the email is verified or the account was deleted. */
export const sendVerification = accountEmail(
  "verification-mail",
  byAccount,
  async (ctx, { user_id, request_id }) => {
    const user = await readRecipient(ctx, eq(users.id, user_id));
    if (!user || user.verified) return;
    const token = await ctx.auth.verificationToken(user);
    return {
      user,
      occasion: `verification:${request_id}`,
      subject: `Verify your email for ${ctx.company.company_name}`,
      path: `/verify-email?token=${encodeURIComponent(token)}`,
      template: ({ VerificationEmail }, props) => <VerificationEmail {...props} />,
      secrets: [token],
    };
  },
);

/** Jobs that contain an email address are deleted when done. */
const FORGOTTEN = { forgetAfterSeconds: 60 };

/** Sends a password link to the account with this email, if there is one. */
export const sendPasswordReset = accountEmail(
  "password-reset-mail",
  byAddress,
  async (ctx, { email, request_id }) => {
    const made = await ctx.auth.resetToken(email);
    const user = made && (await readRecipient(ctx, eq(users.id, made.user_id)));
    if (!made || !user) return;
    return {
      user,
      occasion: `password-reset:${request_id}`,
      subject: `Reset your ${ctx.company.company_name} password`,
      path: `/reset-password?token=${encodeURIComponent(made.token)}`,
      template: ({ PasswordResetEmail }, props) => <PasswordResetEmail {...props} />,
      secrets: [made.token],
    };
  },
  FORGOTTEN,
);

/** Sends an email to the owner of an account after somebody tried to sign up with its email. */
export const sendAccountExists = accountEmail(
  "account-exists-mail",
  byAddress,
  async (ctx, { email, request_id }) => ({
    user: await readRecipient(ctx, eq(users.email, email)),
    occasion: `account-exists:${request_id}`,
    subject: `You already have an account with ${ctx.company.company_name}`,
    path: "/login",
    template: ({ AccountExistsEmail }, props) => <AccountExistsEmail {...props} />,
    secrets: [],
  }),
  FORGOTTEN,
);

/** Sends an email about a sign-in with a new browser. */
export const sendNewSignIn = accountEmail(
  "new-sign-in-mail",
  happened.extend({ device: z.string() }),
  async (ctx, { user_id, at, request_id, device }) => ({
    user: await readRecipient(ctx, eq(users.id, user_id)),
    occasion: `new-sign-in:${request_id}`,
    subject: `New sign-in to your ${ctx.company.company_name} account`,
    path: "/profile/security",
    template: ({ NewSignInEmail }, props) => (
      <NewSignInEmail {...props} when={momentOf(ctx, at)} device={device} />
    ),
  }),
);

/** Sends an email about a changed password to the account. */
export const sendPasswordChanged = accountEmail(
  "password-changed-mail",
  happened,
  async (ctx, { user_id, at, request_id }) => ({
    user: await readRecipient(ctx, eq(users.id, user_id)),
    occasion: `password-changed:${request_id}`,
    subject: `Your ${ctx.company.company_name} password was changed`,
    path: "/forgot-password",
    template: ({ PasswordChangedEmail }, props) => (
      <PasswordChangedEmail {...props} when={momentOf(ctx, at)} />
    ),
  }),
);

const CHANGES = {
  on: "Two-factor authentication is on",
  off: "Two-factor authentication is off",
  codes: "New recovery codes",
  reset: "Two-factor authentication and passkeys were reset",
} as const satisfies Record<TwoFactorChange, string>;

/** Sends an email about a two-factor change to the account. */
export const sendTwoFactorChanged = accountEmail(
  "two-factor-mail",
  happened.extend({ change: z.enum(TWO_FACTOR_CHANGES) }),
  async (ctx, { user_id, at, request_id, change }) => ({
    user: await readRecipient(ctx, eq(users.id, user_id)),
    occasion: `two-factor:${request_id}`,
    subject: `${CHANGES[change]} for your ${ctx.company.company_name} account`,
    path: "/profile/security",
    template: ({ TwoFactorEmail }, props) => (
      <TwoFactorEmail {...props} when={momentOf(ctx, at)} heading={CHANGES[change]} change={change} />
    ),
  }),
);

const PASSKEY_HEADINGS = {
  added: "New passkey",
  removed: "Passkey removed",
} as const satisfies Record<PasskeyChange, string>;

/** Sends an email about a passkey that was added or removed to the account. */
export const sendPasskeyChanged = accountEmail(
  "passkey-mail",
  happened.extend({ change: z.enum(PASSKEY_CHANGES) }),
  async (ctx, { user_id, at, request_id, change }) => ({
    user: await readRecipient(ctx, eq(users.id, user_id)),
    occasion: `passkey:${request_id}`,
    subject: `${PASSKEY_HEADINGS[change]} for your ${ctx.company.company_name} account`,
    path: "/profile/security",
    template: ({ PasskeyEmail }, props) => (
      <PasskeyEmail {...props} when={momentOf(ctx, at)} heading={PASSKEY_HEADINGS[change]} change={change} />
    ),
  }),
);

/** Sends an email about a role to the person whose it is, or to an owner. `about` is that person. */
export const sendRoleChanged = accountEmail(
  "role-mail",
  happened.extend({ about: z.guid(), before: z.string(), after: z.string() }),
  async (ctx, { user_id, about, before, after, at, request_id }) => {
    const [user, person] = await Promise.all(
      [user_id, about].map((id) => readRecipient(ctx, eq(users.id, id))),
    );
    if (!person) return;
    const isOwn = user_id === about;
    const change = `${isOwn ? "Your role" : `The role of ${person.email}`} changed from ${labelOfRole(before)} to ${labelOfRole(after)}.`;
    const heading = isOwn ? "Your role was changed" : "A role was changed";
    return {
      user,
      occasion: `role:${request_id}:${user_id}`,
      subject: `${heading} at ${ctx.company.company_name}`,
      path: isOwn ? "/profile/security" : `/admin/users/${about}`,
      template: ({ RoleEmail }, props) => (
        <RoleEmail {...props} when={momentOf(ctx, at)} heading={heading} change={change} />
      ),
    };
  },
);

type Recipient = { id: string; email: string; first_name: string | null; verified: boolean };
type Props = { sender: Company; first_name: string | null; url: string };
type AccountDraft = {
  user: Recipient | undefined;
  occasion: string;
  subject: string;
  /** URL of the button. */
  path: string;
  template: (templates: typeof import("./emails"), props: Props) => ReactElement;
  secrets?: string[];
};

/** Defines an email to the owner of an account. Nothing is sent if the account was deleted. */
function accountEmail<Input>(
  queue: string,
  input: z.ZodType<Input>,
  compose: (ctx: EmailCtx, input: Input) => Promise<AccountDraft | undefined>,
  options?: JobOptions,
) {
  return defineEmail({
    queue,
    input,
    ...options,
    templates: () => import("./emails"),
    async compose(ctx, about) {
      const composed = await compose(ctx, about);
      if (!composed?.user) return;
      const { user, path, template, ...draft } = composed;
      const first_name = user.verified ? user.first_name : null; // a stranger may have written the name
      const props = { sender: ctx.company, first_name, url: ctx.origin + path };
      return {
        ...draft,
        user_id: user.id,
        to: user.email,
        template: (templates) => template(templates, props),
      };
    },
  });
}

async function readRecipient({ db }: EmailCtx, where: ReturnType<typeof eq>): Promise<Recipient | undefined> {
  const { id, email, emailVerified: verified } = users;
  const [user] = await db
    .select({ id, email, verified, first_name: profiles.first_name })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(where);
  return user;
}

function momentOf({ company }: EmailCtx, at: string): string {
  return formatMoment(Temporal.Instant.from(at), company.timezone);
}
