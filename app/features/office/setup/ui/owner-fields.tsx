import { OWNER_LIMITS } from "~/features/office/setup/forms";
import { PASSWORD_LENGTH } from "~/lib/password-strength";
import { fieldProps } from "~/ui/form/field-props";
import { PasswordField } from "~/ui/form/password-field";
import { TextField } from "~/ui/form/text-field";

export type Refused = { errors: Record<string, string>; values: Record<string, string> };

/** Asks who owns the new company. Passwords are never repeated. */
export function OwnerFields({ refused }: { refused: Refused | undefined }) {
  const field = fieldProps(refused?.values, refused?.errors);
  return (
    <>
      <TextField
        label="Company name"
        {...field("company_name")}
        maxLength={OWNER_LIMITS.company}
        autoComplete="organization"
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Your first name"
          {...field("first_name")}
          maxLength={OWNER_LIMITS.name}
          autoComplete="given-name"
          required
        />
        <TextField
          label="Your last name"
          {...field("last_name")}
          maxLength={OWNER_LIMITS.name}
          autoComplete="family-name"
          required
        />
      </div>
      <TextField
        label="Your email"
        {...field("email")}
        type="email"
        hint="You log in with it, and customers' replies come here until you set another address."
        maxLength={OWNER_LIMITS.email}
        autoComplete="username"
        required
      />
      <PasswordField
        label="Password"
        name="password"
        error={field("password").error}
        minimum={PASSWORD_LENGTH.min}
        maxLength={PASSWORD_LENGTH.max}
        autoComplete="new-password"
        required
      />
    </>
  );
}
