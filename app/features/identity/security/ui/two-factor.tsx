import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SecurityIntent, SecurityStep } from "~/features/identity/security/forms";
import { LIMITS, passwordSchema, proofSchema } from "~/features/identity/sign-in/forms";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { Badge } from "~/ui/badge";
import type { ButtonLook } from "~/ui/button-look";
import { buttonLook } from "~/ui/button-look";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import { TextField } from "~/ui/text-field";
import { SecurityCard } from "./card";
import { control, SecurityForm } from "./form";

type Props = {
  on: boolean;
  hasPassword: boolean;
  isAdmin: boolean;
  step: SecurityStep | undefined;
  resultOf: (intent: SecurityIntent) => SubmissionResult<string[]> | undefined;
};

/** Whether signing in asks for a code, and the way to change that. What weakens it asks for the password and a code. */
export function TwoFactorCard({ on, hasPassword, isAdmin, step, resultOf }: Props) {
  const badge = <Badge tone={on ? "green" : "neutral"}>{on ? "On" : "Off"}</Badge>;
  return (
    <SecurityCard id="two-factor" heading="Two-factor authentication" badge={badge}>
      {isAdmin && !on && (
        <Notice>As an administrator, you can see every customer’s data. Please set this up.</Notice>
      )}
      <p className="text-moss">
        {on
          ? "When you log in, we ask for a code from your authenticator app after your password."
          : "After your password, we ask for a code from an app on your phone. Someone who learns your password still can’t get in."}
      </p>
      {on ? (
        <WhenOn step={step} resultOf={resultOf} />
      ) : (
        <WhenOff hasPassword={hasPassword} step={step} result={resultOf("begin-two-factor")} />
      )}
    </SecurityCard>
  );
}

type OffProps = Pick<Props, "hasPassword" | "step"> & { result: SubmissionResult<string[]> | undefined };

function WhenOff({ hasPassword, step, result }: OffProps) {
  if (!hasPassword) return <p>Set a password first; it protects every change here.</p>;
  if (step !== "set-up") return <Step to="set-up">Set up two-factor authentication</Step>;
  return <PasswordForm intent="begin-two-factor" submit="Continue" result={result} />;
}

function WhenOn({ step, resultOf }: Pick<Props, "step" | "resultOf">) {
  if (step === "recovery-codes") {
    return (
      <ProofForm intent="recovery-codes" submit="Get new recovery codes" result={resultOf("recovery-codes")}>
        Your old recovery codes stop working.
      </ProofForm>
    );
  }
  if (step === "turn-off") {
    return (
      <ProofForm
        intent="turn-off-two-factor"
        submit="Turn off"
        variant="destructive"
        result={resultOf("turn-off-two-factor")}
      >
        After that, your password alone opens your account.
      </ProofForm>
    );
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Step to="recovery-codes">New recovery codes</Step>
      <Step to="turn-off" variant="ghost">
        Turn off
      </Step>
    </div>
  );
}

type StepProps = { to: SecurityStep; variant?: ButtonLook["variant"]; children: ReactNode };

function Step({ to, variant = "secondary", children }: StepProps) {
  return (
    <Link to={`?do=${to}`} preventScrollReset className={`${buttonLook({ variant })} justify-self-start`}>
      {children}
    </Link>
  );
}

type FormProps = {
  intent: SecurityIntent;
  submit: string;
  variant?: ButtonLook["variant"];
  result: SubmissionResult<string[]> | undefined;
};

function PasswordForm(form: FormProps) {
  return (
    <SecurityForm {...form} schema={passwordSchema} aside={<CancelLink />}>
      {({ password }) => <PasswordInput key={password.key} password={password} />}
    </SecurityForm>
  );
}

/** The password and the second factor, for what would weaken the account. */
function ProofForm({ children, ...form }: FormProps & { children: ReactNode }) {
  return (
    <SecurityForm {...form} schema={proofSchema} aside={<CancelLink />}>
      {({ password, code }) => (
        <>
          <p>{children}</p>
          <PasswordInput key={password.key} password={password} />
          <TextField
            key={code.key}
            {...control(code, false)}
            label="Code"
            hint="From your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LIMITS.code}
          />
        </>
      )}
    </SecurityForm>
  );
}

function PasswordInput({ password }: { password: FieldMetadata<string> }) {
  return (
    <PasswordField
      {...control(password)}
      autoFocus
      label="Your password"
      autoComplete="current-password"
      maxLength={PASSWORD_LENGTH.max}
    />
  );
}

export function CancelLink() {
  return (
    <Link to="/profile/security" preventScrollReset className={buttonLook({ variant: "ghost" })}>
      Cancel
    </Link>
  );
}
