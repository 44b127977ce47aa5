import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { changePasswordSchema } from "~/features/identity/sign-in/forms";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { Button } from "~/ui/action/button";
import { PasswordField } from "~/ui/form/password-field";
import { control, SecurityCard, SecurityForm } from "./card";

type Props = { email: string; hasPassword: boolean; result: SubmissionResult<string[]> | undefined };

export function PasswordCard({ email, hasPassword, result }: Props) {
  return (
    <SecurityCard id="password" heading="Password">
      {hasPassword ? <ChangePassword email={email} result={result} /> : <AskForPassword email={email} />}
    </SecurityCard>
  );
}

function ChangePassword({ email, result }: Pick<Props, "email" | "result">) {
  return (
    <>
      <p className="text-moss">Changing it signs you out on your other devices.</p>
      <SecurityForm
        intent="change-password"
        schema={changePasswordSchema}
        result={result}
        submit="Change password"
      >
        {({ current_password, new_password }) => (
          <>
            <input type="email" value={email} readOnly autoComplete="username" hidden />
            <PasswordField
              key={current_password.key}
              {...control(current_password)}
              label="Current password"
              autoComplete="current-password"
              maxLength={PASSWORD_LENGTH.max}
            />
            <PasswordField
              key={new_password.key}
              {...control(new_password, !current_password.errors)}
              label="New password"
              minimum={PASSWORD_LENGTH.min}
              autoComplete="new-password"
              maxLength={PASSWORD_LENGTH.max}
            />
          </>
        )}
      </SecurityForm>
    </>
  );
}

/** For users from Google or Facebook. */
function AskForPassword({ email }: Pick<Props, "email">) {
  const navigation = useNavigation();
  return (
    <>
      <p className="text-moss">
        You log in without a password. To add one, we’ll email a link to{" "}
        <span className="wrap-anywhere font-semibold text-ink">{email}</span>. It expires in one hour.
      </p>
      <Form method="post" preventScrollReset>
        <Button
          type="submit"
          name="intent"
          value="reset-mail"
          variant="secondary"
          pending={navigation.formData?.get("intent") === "reset-mail"}
        >
          Email me a link
        </Button>
      </Form>
    </>
  );
}
