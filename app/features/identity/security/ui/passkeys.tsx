import type { SubmissionResult } from "@conform-to/react";
import KeyRound from "lucide-react/icons/key-round";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigation, useSubmit } from "react-router";
import {
  PASSKEY_NAME_LENGTH,
  removePasskeySchema,
  removePasskeyWithCodeSchema,
  type SecurityIntent,
  type SecurityStep,
} from "~/features/identity/security/forms";
import { passwordSchema, proofSchema } from "~/features/identity/sign-in/forms";
import { canUsePasskeys, createPasskey } from "~/features/identity/sign-in/ui/passkey-browser";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";
import { SecurityCard, SecurityForm } from "./card";
import { CancelLink, CodeInput, PasswordInput } from "./proof";

type Passkey = { id: string; name: string; added: string; last_used: string | null };

type Props = {
  passkeys: Passkey[];
  hasPassword: boolean;
  /** Whether two-factor is on, so that changes need a code, too. */
  needsCode: boolean;
  step: SecurityStep | undefined;
  /** The passkey that the form to remove one is about. */
  chosen: string | null;
  resultOf: (intent: SecurityIntent) => SubmissionResult<string[]> | undefined;
};

/** Lists the passkeys. Adding or removing one takes the password, and a code when two-factor is on. */
export function PasskeysCard({ passkeys, hasPassword, needsCode, step, chosen, resultOf }: Props) {
  const leaving = step === "remove-passkey" ? passkeys.find(({ id }) => id === chosen) : undefined;
  return (
    <SecurityCard id="passkeys" heading="Passkeys">
      <p className="text-moss">
        Log in with your fingerprint, your face or the lock of your screen, instead of a password and a code.
        A passkey stays on your device and can’t be guessed or given away by mistake.
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} canRemove={hasPassword && passkey !== leaving} />
          ))}
        </ul>
      )}
      {!hasPassword ? (
        <p>Set a password first; it protects every change here.</p>
      ) : leaving ? (
        <RemoveForm passkey={leaving} needsCode={needsCode} result={resultOf("remove-passkey")} />
      ) : step === "add-passkey" ? (
        <AddForm needsCode={needsCode} result={resultOf("begin-passkey")} />
      ) : (
        <Link
          to="?do=add-passkey"
          preventScrollReset
          className={`${buttonLook({ variant: "secondary" })} justify-self-start`}
        >
          Add a passkey
        </Link>
      )}
    </SecurityCard>
  );
}

function PasskeyItem({
  passkey: { id, name, added, last_used },
  canRemove,
}: {
  passkey: Passkey;
  canRemove: boolean;
}) {
  return (
    <li className="flex items-start gap-3 py-3.5 sm:gap-4">
      <KeyRound aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-moss" />
      <div className="min-w-0 flex-1 text-[0.9375rem] text-moss">
        <p className="wrap-anywhere font-semibold text-base text-ink">{name}</p>
        <p>
          Added {added}, {last_used ? `last used ${last_used}` : "not used yet"}
        </p>
      </div>
      {canRemove && (
        <Link
          to={`?do=remove-passkey&passkey=${id}`}
          preventScrollReset
          aria-label={`Remove: ${name}`}
          className={`${buttonLook({ variant: "ghost", size: "small" })} -mr-4`}
        >
          Remove
        </Link>
      )}
    </li>
  );
}

type FormProps = { needsCode: boolean; result: SubmissionResult<string[]> | undefined };

function AddForm({ needsCode, result }: FormProps) {
  const form = { intent: "begin-passkey", submit: "Continue", result, aside: <CancelLink /> } as const;
  return needsCode ? (
    <SecurityForm {...form} schema={proofSchema}>
      {({ password, code }) => (
        <>
          <PasswordInput key={password.key} password={password} />
          <CodeInput key={code.key} code={code} />
        </>
      )}
    </SecurityForm>
  ) : (
    <SecurityForm {...form} schema={passwordSchema}>
      {({ password }) => <PasswordInput key={password.key} password={password} />}
    </SecurityForm>
  );
}

function RemoveForm({ passkey, needsCode, result }: FormProps & { passkey: Passkey }) {
  const form = {
    intent: "remove-passkey",
    submit: "Remove passkey",
    variant: "destructive",
    result,
    aside: <CancelLink />,
  } as const;
  const lead = (
    <>
      <input type="hidden" name="passkey" value={passkey.id} />
      <p>
        “{passkey.name}” no longer opens your account after that. Delete it on your device as well, so that it
        isn’t offered there.
      </p>
    </>
  );
  return needsCode ? (
    <SecurityForm {...form} schema={removePasskeyWithCodeSchema}>
      {({ password, code }) => (
        <>
          {lead}
          <PasswordInput key={password.key} password={password} />
          <CodeInput key={code.key} code={code} />
        </>
      )}
    </SecurityForm>
  ) : (
    <SecurityForm {...form} schema={removePasskeySchema}>
      {({ password }) => (
        <>
          {lead}
          <PasswordInput key={password.key} password={password} />
        </>
      )}
    </SecurityForm>
  );
}

type NewPasskeyProps = {
  options: PublicKeyCredentialCreationOptionsJSON;
  suggestedName: string;
  /** Where 'Cancel' leads to; the security page unless said otherwise. */
  cancel?: string;
};

const FAILURES: Record<string, string | undefined> = {
  InvalidStateError: "This device already has a passkey for your account.",
  NotAllowedError: "No passkey was created. You can try again.",
};
const FAILURE = "This browser could not create a passkey. Please try another browser or device.";

/** Second step: gives the passkey a name, and lets the browser create it. */
export function NewPasskeyCard(props: NewPasskeyProps) {
  return (
    <SecurityCard id="new-passkey" heading="Create your passkey" replacesForm>
      <NewPasskeyForm {...props} />
    </SecurityCard>
  );
}

/** The form of the second step. It posts to the page that it stands on. */
export function NewPasskeyForm({ options, suggestedName, cancel }: NewPasskeyProps) {
  const name = useRef<HTMLInputElement>(null);
  const submit = useSubmit();
  const navigation = useNavigation();
  const [error, setError] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [isCapable, setIsCapable] = useState(true);
  useEffect(() => setIsCapable(canUsePasskeys()), []);
  async function create() {
    setError(null);
    setAsking(true);
    try {
      const response = await createPasskey(options);
      await submit(
        { intent: "add-passkey", name: name.current?.value ?? "", response },
        { method: "post", preventScrollReset: true },
      );
    } catch (reason) {
      setError(FAILURES[reason instanceof Error ? reason.name : ""] ?? FAILURE);
    } finally {
      setAsking(false);
    }
  }
  return (
    <>
      <p className="text-moss">
        Your browser asks where to keep the passkey: on this device, in your password manager, on your phone
        or on a security key.
      </p>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          ref={name}
          id="passkey-name"
          name="name"
          label="Name"
          hint="So that you recognize it in the list"
          defaultValue={suggestedName}
          maxLength={PASSKEY_NAME_LENGTH}
          autoComplete="off"
        />
        {error && <Notice tone="error">{error}</Notice>}
        {!isCapable && <Notice tone="error">{FAILURE}</Notice>}
        <noscript>
          <Notice tone="error">Creating a passkey needs JavaScript. Please turn it on, or cancel.</Notice>
        </noscript>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            disabled={!isCapable}
            pending={asking || navigation.formData?.get("intent") === "add-passkey"}
            className="noscript:hidden"
          >
            Create passkey
          </Button>
          <CancelLink to={cancel} />
        </div>
      </form>
    </>
  );
}
