import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import type { z } from "zod";
import { pageMeta } from "~/features/content/site/page-meta";
import {
  endSessionSchema,
  firstCodeSchema,
  newPasskeySchema,
  removePasskeySchema,
  removePasskeyWithCodeSchema,
  SECURITY_INTENTS,
  SECURITY_STEPS,
  type SecurityIntent,
} from "~/features/identity/security/forms";
import {
  addPasskey,
  beginPasskey,
  type PasskeyOptions,
  readPasskeys,
  removePasskey,
} from "~/features/identity/security/passkeys.server";
import { changePassword, requestPasswordReset } from "~/features/identity/security/passwords.server";
import { deviceName } from "~/features/identity/security/rules";
import {
  endOtherSessions,
  endSession,
  hasPassword,
  readDevices,
} from "~/features/identity/security/security.server";
import {
  beginTwoFactor,
  confirmTwoFactor,
  readSetup,
  readTwoFactor,
  renewRecoveryCodes,
  type TwoFactorSetup,
  turnOffTwoFactor,
} from "~/features/identity/security/two-factor.server";
import { DevicesCard } from "~/features/identity/security/ui/devices";
import { NewPasskeyCard, PasskeysCard } from "~/features/identity/security/ui/passkeys";
import { PasswordCard } from "~/features/identity/security/ui/password";
import { RecoveryCodesCard, SetupCard, TwoFactorCard } from "~/features/identity/security/ui/two-factor";
import { changePasswordSchema, passwordSchema, proofSchema } from "~/features/identity/sign-in/forms";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext, authContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, readForm } from "~/platform/request/form.server";
import { requireUser } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/security";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Password and security", "Your password, two-factor authentication and devices.", {
    noindex: true,
  });

/** The page shows secrets, so it is never cached. */
export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const step = query.get("do");
  const [has_password, two_factor, passkeys, devices] = await Promise.all([
    hasPassword(ctx),
    readTwoFactor(ctx),
    readPasskeys(ctx),
    readDevices(ctx),
  ]);
  return {
    email: ctx.actor.email,
    is_admin: ctx.actor.role !== "user",
    step: SECURITY_STEPS.find((known) => known === step),
    has_password,
    two_factor,
    passkeys,
    passkey: query.get("passkey"),
    devices,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  const auth = context.get(authContext);
  const form = (await readForm(request)) ?? {};
  const asked = SECURITY_INTENTS.find((known) => known === form.intent);
  const back = (toast?: ToastMessage) => redirectTo(context, "/profile/security", { toast, reload: true });
  if (!asked) return back();
  const intent: SecurityIntent = asked;
  const allow = context.get(allowContext);
  const tooMany = () => {
    const error = { "": ["Too many attempts. Please wait 15 minutes and try again."] };
    return data({ intent, result: { status: "error" as const, error } }, 429);
  };
  if (!(await allow("account-change", ctx.actor.id))) return tooMany();

  /** Validates the form and runs the verb. Answers errors of fields; the page shows other outcomes. */
  async function send<Schema extends z.ZodType, Outcome extends { ok: boolean }>(
    schema: Schema,
    verb: (fields: z.output<Schema>) => Promise<Outcome>,
    then: (done: Extract<Outcome, { ok: true }>) => Answer | Response,
  ) {
    const submission = checkForm(form, schema);
    const refuse = async (fieldErrors?: Record<string, string[]>) => {
      const result = submission.reply({ fieldErrors, hideFields: Object.keys(submission.payload) });
      const setup = intent === "confirm-two-factor" ? await readSetup(ctx, form.secret) : undefined;
      return data<Answer>({ intent, result, setup }, 400);
    };
    if (submission.status !== "success") return refuse();
    const outcome: { ok: boolean; field?: string; message?: string } = await verb(submission.value);
    if (outcome.ok) return then(outcome as Extract<Outcome, { ok: true }>);
    if (outcome.field && outcome.message) return refuse({ [outcome.field]: [outcome.message] });
    return back({ title: "Nothing has changed", description: "This page shows your current settings." });
  }

  switch (intent) {
    case "change-password":
      return send(
        changePasswordSchema,
        (fields) => changePassword(ctx, auth, fields),
        () => back({ title: "Password changed", description: "Your other devices have been signed out." }),
      );
    case "reset-mail":
      if (!(await allow("account-mail", ctx.actor.email))) return tooMany();
      await requestPasswordReset(ctx, ctx.actor.email);
      return back({ title: "Check your email", description: "We sent you a link to set a password." });
    case "begin-two-factor":
      return send(
        passwordSchema,
        (fields) => beginTwoFactor(ctx, auth, fields),
        ({ setup }) => ({ intent, setup }),
      );
    case "confirm-two-factor":
      return send(
        firstCodeSchema,
        (fields) => confirmTwoFactor(ctx, auth, fields),
        ({ recovery_codes }) => ({ intent, recovery_codes }),
      );
    case "turn-off-two-factor":
      if (!(await allow("proof-everywhere", ctx.actor.session_id))) return tooMany();
      return send(
        proofSchema,
        (fields) => turnOffTwoFactor(ctx, auth, fields),
        () => back({ title: "Two-factor authentication is off" }),
      );
    case "recovery-codes":
      if (!(await allow("proof-everywhere", ctx.actor.session_id))) return tooMany();
      return send(
        proofSchema,
        (fields) => renewRecoveryCodes(ctx, auth, fields),
        ({ recovery_codes }) => ({ intent, recovery_codes }),
      );
    case "begin-passkey":
      if (!(await allow("proof-everywhere", ctx.actor.session_id))) return tooMany();
      return send(
        (await readTwoFactor(ctx)).on ? proofSchema : passwordSchema,
        (fields) => beginPasskey(ctx, auth, fields),
        ({ options }) => ({ intent, options, name: deviceName(request.headers.get("User-Agent")) }),
      );
    case "add-passkey": {
      const fields = newPasskeySchema.safeParse(form);
      const { ok } = fields.success ? await addPasskey(ctx, auth, fields.data) : { ok: false };
      if (ok) return back({ title: "Passkey added", description: "You can log in with it from now on." });
      const description = "It may have taken too long. Please try again.";
      return back({ title: "The passkey could not be added", description, destructive: true });
    }
    case "remove-passkey":
      if (!(await allow("proof-everywhere", ctx.actor.session_id))) return tooMany();
      return send(
        (await readTwoFactor(ctx)).on ? removePasskeyWithCodeSchema : removePasskeySchema,
        (fields) => removePasskey(ctx, auth, fields),
        () => back({ title: "Passkey removed" }),
      );
    case "end-session":
      return send(
        endSessionSchema,
        (fields) => endSession(ctx, fields),
        () => back({ title: "Signed out there" }),
      );
    case "end-sessions":
      await endOtherSessions(ctx, auth);
      return back({ title: "Signed out everywhere else" });
  }
}

/** Answer to a form: its errors, or the next step. */
type Answer = {
  intent: SecurityIntent;
  result?: SubmissionResult<string[]>;
  setup?: TwoFactorSetup | null;
  recovery_codes?: string[];
  /** For a new passkey, with a suggestion for its name. */
  options?: PasskeyOptions;
  name?: string;
};

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData;
  return (
    <Container narrow className="py-8 md:py-12">
      <BackLink to="/profile" label="My Profile" reload />
      <h1 className="mt-2 mb-7 text-title">Password and security</h1>
      {answer?.recovery_codes ? (
        <RecoveryCodesCard codes={answer.recovery_codes} turnedOn={answer.intent === "confirm-two-factor"} />
      ) : answer?.setup ? (
        <SetupCard setup={answer.setup} result={answer.result} />
      ) : answer?.options ? (
        <NewPasskeyCard options={answer.options} suggestedName={answer.name ?? ""} />
      ) : (
        <Cards
          {...loaderData}
          resultOf={(intent) => (answer?.intent === intent ? answer.result : undefined)}
        />
      )}
    </Container>
  );
}

type CardsProps = Awaited<ReturnType<typeof loader>> & {
  resultOf: (intent: SecurityIntent) => SubmissionResult<string[]> | undefined;
};

function Cards({
  email,
  is_admin,
  step,
  has_password,
  two_factor,
  passkeys,
  passkey,
  devices,
  resultOf,
}: CardsProps) {
  return (
    <div className="grid gap-6">
      <PasswordCard email={email} hasPassword={has_password} result={resultOf("change-password")} />
      {(two_factor.offered || two_factor.on) && (
        <TwoFactorCard
          on={two_factor.on}
          hasPassword={has_password}
          isAdmin={is_admin}
          step={step}
          resultOf={resultOf}
        />
      )}
      <PasskeysCard
        passkeys={passkeys}
        hasPassword={has_password}
        needsCode={two_factor.on}
        step={step}
        chosen={passkey}
        resultOf={resultOf}
      />
      <DevicesCard devices={devices} />
    </div>
  );
}
