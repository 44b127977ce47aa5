import { Form, Link, useNavigation } from "react-router";
import { OWNER_LIMITS } from "~/features/office/setup/forms";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";

export type Refused = { errors: Record<string, string>; values: Record<string, string>; message?: string };

/** Asks who owns the new company. Passwords are never repeated. */
export function LeaveForm({ refused }: { refused: Refused | undefined }) {
  const pending = useNavigation().state === "submitting";
  const field = fieldProps(refused?.values ?? {}, refused?.errors);
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-5">
      {refused?.message && <Notice tone="error">{refused.message}</Notice>}
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
      <TextField
        label="New password"
        {...field("password")}
        defaultValue=""
        type="password"
        hint="At least 8 characters. It replaces the password of the demo's administrator."
        maxLength={128}
        autoComplete="new-password"
        required
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" className="min-h-11" pending={pending} pendingLabel="Starting...">
          Start my company
        </Button>
        <Link to="/admin" className={buttonLook({ variant: "ghost", size: "small" })}>
          Stay in the demo
        </Link>
      </div>
    </Form>
  );
}
