import type { SubmissionResult } from "@conform-to/react";
import { firstCodeSchema } from "~/features/identity/security/forms";
import { LIMITS } from "~/features/identity/sign-in/forms";
import { CopyField } from "~/ui/copy-field";
import { TextField } from "~/ui/text-field";
import { SecurityCard } from "./card";
import { control, SecurityForm } from "./form";
import { CancelLink } from "./two-factor";

type Props = {
  setup: { secret: string; picture: string };
  result: SubmissionResult<string[]> | undefined;
};

/** The second step of setting two-factor up: the app learns the secret and proves it with a first code. */
export function SetupCard({ setup: { secret, picture }, result }: Props) {
  return (
    <SecurityCard id="set-up" heading="Set up two-factor authentication" arrives>
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
