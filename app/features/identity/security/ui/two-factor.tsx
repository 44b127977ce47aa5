import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { firstCodeSchema, type SecurityIntent, type SecurityStep } from "~/features/identity/security/forms";
import { LIMITS, passwordSchema, proofSchema } from "~/features/identity/sign-in/forms";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { type ButtonLook, buttonLook } from "~/ui/action/button-look";
import { CopyField } from "~/ui/action/copy-field";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";
import { Notice } from "~/ui/page/notice";
import { useToast } from "~/ui/page/toast";
import { control, SecurityCard, SecurityForm } from "./card";
import { CancelLink, CodeInput, PasswordInput } from "./proof";

type Props = {
  on: boolean;
  hasPassword: boolean;
  isAdmin: boolean;
  step: SecurityStep | undefined;
  resultOf: (intent: SecurityIntent) => SubmissionResult<string[]> | undefined;
};

/** Turning two-factor off or renewing its codes requires the password and a code. */
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

/** Password and code, for changes that weaken the account. */
function ProofForm({ children, ...form }: FormProps & { children: ReactNode }) {
  return (
    <SecurityForm {...form} schema={proofSchema} aside={<CancelLink />}>
      {({ password, code }) => (
        <>
          <p>{children}</p>
          <PasswordInput key={password.key} password={password} />
          <CodeInput key={code.key} code={code} />
        </>
      )}
    </SecurityForm>
  );
}

type SetupCardProps = {
  setup: { secret: string; picture: string };
  result: SubmissionResult<string[]> | undefined;
};

/** Second step of the setup: shows the secret and asks for a first code from the app. */
export function SetupCard({ setup: { secret, picture }, result }: SetupCardProps) {
  return (
    <SecurityCard id="set-up" heading="Set up two-factor authentication" replacesForm>
      <p className="text-moss">
        Use any authenticator app: Google Authenticator, 1Password, Aegis or the one on your phone.
      </p>
      <p className="font-semibold">1. Scan this code with the app</p>
      <div className="grid items-center gap-6 sm:grid-cols-[auto_1fr]">
        <img
          src={picture}
          width={192}
          height={192}
          alt="QR code for the key next to it"
          className="rounded-control ring-1 ring-line"
        />
        <CopyField label="Or enter this key" value={secret} />
      </div>
      <p className="font-semibold">2. Enter the code from the app</p>
      <SecurityForm
        intent="confirm-two-factor"
        schema={firstCodeSchema}
        result={result}
        submit="Turn on"
        aside={<CancelLink />}
      >
        {(fields) => (
          <>
            <input type="hidden" name={fields.secret.name} value={secret} />
            <TextField
              key={fields.code.key}
              {...control(fields.code)}
              label="Code"
              hint="6 digits; a new one every 30 seconds"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={LIMITS.code}
              inputClassName="max-w-60 tabular-nums"
            />
          </>
        )}
      </SecurityForm>
    </SecurityCard>
  );
}

/** The codes are shown once and can't be shown again. */
export function RecoveryCodesCard({ codes, turnedOn }: { codes: string[]; turnedOn: boolean }) {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => toast({ title: "Copied", description: "Keep the codes where only you can find them." }),
      () =>
        toast({
          title: "Could not copy",
          description: "Please select the codes and copy them yourself.",
          destructive: true,
        }),
    );
  return (
    <SecurityCard id="recovery-codes" heading="Your recovery codes" replacesForm>
      {turnedOn && <Notice tone="success">Two-factor authentication is on.</Notice>}
      <p>
        If you don’t have your phone, each of these codes lets you log in once. We won’t show them again, so
        print this page or copy them to a safe place.
      </p>
      <ul className="grid select-all grid-cols-1 gap-x-8 gap-y-2 rounded-control bg-sage-soft p-5 font-mono min-[22rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink href="/profile/security">I have saved them</ButtonLink>
        <Button variant="secondary" onClick={copy} className="noscript:hidden">
          Copy
        </Button>
        <Button variant="secondary" onClick={() => print()} className="noscript:hidden">
          Print
        </Button>
      </div>
    </SecurityCard>
  );
}
