import { CODE_PATTERN, codeSchema, recoveryCodeSchema } from "~/features/identity/sign-in/forms";
import type { Refused } from "~/features/identity/sign-in/rules";
import { fieldRules } from "~/lib/field-rules";
import { Button } from "~/ui/action/button";
import { TextField } from "~/ui/form/text-field";
import { LiveForm } from "~/ui/live/live-form";
import { Refusal } from "~/ui/page/refusal";
import { authFields, NO_ANSWER } from "./fields";

const codeRules = fieldRules(codeSchema);
const recoveryRules = fieldRules(recoveryCodeSchema);

type Props = { recovery: boolean; answer: Refused | undefined };

export function AuthCodeForm({ recovery, answer }: Props) {
  const field = authFields("two-factor", recovery ? recoveryRules : codeRules, answer);
  const kind = recovery
    ? ({ label: "Recovery code", autoComplete: "off", placeholder: "a1B2c-d3E4f" } as const)
    : ({
        label: "Code",
        autoComplete: "one-time-code",
        inputMode: "numeric",
        pattern: CODE_PATTERN,
        placeholder: "123456",
      } as const);
  return (
    <LiveForm
      id="two-factor"
      failed={{ title: "Login failed", description: NO_ANSWER }}
      className="mt-7 grid gap-5"
    >
      <Refusal toast={answer?.toast} inline={answer?.inline} />
      <TextField
        {...field("code")}
        {...kind}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputClassName="text-lg tabular-nums tracking-[0.18em] placeholder:tracking-[0.18em] placeholder:opacity-60"
      />
      <Button type="submit" size="large" data-pending-text="Checking..." className="w-full">
        Continue
      </Button>
    </LiveForm>
  );
}
