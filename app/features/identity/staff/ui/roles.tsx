import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "react-router";
import { type AccountView, labelOfRole, ROLE_NOTES } from "~/features/identity/staff/account";
import { grantSchema } from "~/features/identity/staff/forms";
import { Button } from "~/ui/action/button";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { controlOf } from "~/ui/form/conform-control";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";

type GrantProps = { may_give: AccountView["may_become"]; result: SubmissionResult<string[]> | undefined };

/** Gives an account one of the roles that the viewer may give, or another one than it has. */
export function GrantCard({ may_give, result }: GrantProps) {
  const navigation = useNavigation();
  const [form, { email, role, hands_over }] = useForm({
    id: "grant",
    lastResult: navigation.state === "idle" ? result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: grantSchema }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Card className="grid max-w-3xl gap-5 p-5 sm:p-6">
      <div>
        <h2 className="text-heading">Give someone a role</h2>
        <p className="mt-1 text-moss">
          Someone with an account gets it right away, in place of the role they have. Anyone else gets an
          invitation by email, good for 7 days.
          {may_give.includes("owner") && " A new owner must always accept."}
        </p>
      </div>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            key={email.key}
            {...controlOf(email)}
            type="email"
            label="Email"
            autoComplete="off"
            maxLength={254}
            required
          />
          <SelectField key={role.key} {...controlOf(role)} label="Role" required>
            <option value="">Choose a role</option>
            {may_give.map((one) =>
              ROLE_NOTES[one] ? (
                <option key={one} value={one}>
                  {labelOfRole(one)}
                </option>
              ) : null,
            )}
          </SelectField>
        </div>
        {may_give.includes("owner") && (
          <CheckboxField
            key={hands_over.key}
            id={hands_over.id}
            name={hands_over.name}
            value="on"
            defaultChecked={hands_over.initialValue === "on"}
            error={hands_over.errors}
            label="Hand the company over: I become manager when the new owner accepts"
          />
        )}
        {form.errors && <Notice tone="error">{form.errors[0]}</Notice>}
        <Button
          type="submit"
          size="small"
          className="justify-self-start"
          pending={
            navigation.formAction?.startsWith("/admin/users") &&
            navigation.formData?.get("invitation") === null &&
            navigation.formMethod === "POST"
          }
        >
          Give role
        </Button>
      </Form>
      <dl className="grid gap-2 border-line border-t pt-5 text-[0.9375rem]">
        {Object.entries(ROLE_NOTES).map(([one, note]) => (
          <div key={one} className="sm:grid sm:grid-cols-[8rem_1fr]">
            <dt className="font-semibold">{labelOfRole(one)}</dt>
            <dd className="text-moss">{note}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type Props = { account: AccountView; refused: string | undefined };

/** Takes the role away. */
export function RevokeForm({ account: { is_you, is_last }, refused }: Props) {
  const pending = useNavigation().formData?.get("intent") === "revoke";
  return (
    <section className="border-line border-t pt-5">
      <h3 className="mb-1 font-semibold">Remove access</h3>
      <p className="mb-4 text-[0.9375rem] text-moss">
        {is_last
          ? "The last owner can't be removed. Give the role to somebody else first."
          : is_you
            ? "You will lose access to the admin panel right away. You keep your account."
            : "They keep their account but lose access to the admin panel."}
      </p>
      {!is_last && (
        <Form method="post" preventScrollReset className="grid gap-4">
          {refused && <Notice tone="error">{refused}</Notice>}
          <Button
            type="submit"
            name="intent"
            value="revoke"
            variant="destructive"
            size="small"
            className="justify-self-start"
            pending={pending}
          >
            Remove access
          </Button>
        </Form>
      )}
    </section>
  );
}
