import type { ComponentProps } from "react";
import { MAX_IDENTITY } from "~/features/operations/backup/backup";
import { PasswordField } from "~/ui/form/password-field";

type Props = Omit<ComponentProps<typeof PasswordField>, "label">;

/** Asks for the identity that opens an encrypted backup. */
export function IdentityField(props: Props) {
  return (
    <PasswordField
      {...props}
      label="Identity (AGE-SECRET-KEY-1…)"
      name="identity_key"
      hint="The secret key of the recipient. It opens this backup now and is not stored."
      autoComplete="off"
      maxLength={MAX_IDENTITY}
      required
    />
  );
}
