import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { type Profile, profilePath } from "~/features/customers/profile/rules";
import { LIMITS, profileSchema } from "~/features/identity/sign-in/forms";
import { Button } from "~/ui/action/button";
import { controlOf } from "~/ui/form/conform-control";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";

type Props = {
  profile: Profile;
  email: string;
  result: SubmissionResult<string[]> | undefined;
  /** Present state, if another window was faster. */
  current: Profile | undefined;
};

type Fields = { first_name?: string; last_name?: string; phone?: string };

/** Edits the profile. Works without JavaScript. */
export function ProfileForm({ profile, email, result, current }: Props) {
  const navigation = useNavigation();
  const [opened] = useState(profile.version);
  const [form, { first_name, last_name, phone }] = useForm<Fields>({
    id: "profile",
    lastResult: navigation.state === "idle" ? result : undefined,
    defaultValue: {
      first_name: profile.first_name ?? "",
      last_name: profile.last_name ?? "",
      phone: profile.phone ?? "",
    },
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: profileSchema, disableAutoCoercion: true }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Form
      method="post"
      action={`${profilePath("user-details")}&edit`}
      preventScrollReset
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <input type="hidden" name="version" value={current?.version ?? opened} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          key={first_name.key}
          {...controlOf(first_name)}
          label="First name"
          autoComplete="given-name"
          maxLength={LIMITS.name}
        />
        <TextField
          key={last_name.key}
          {...controlOf(last_name)}
          label="Last name"
          autoComplete="family-name"
          maxLength={LIMITS.name}
        />
        <TextField
          key={phone.key}
          {...controlOf(phone)}
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={LIMITS.phone}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          value={email}
          readOnly
          inputClassName="bg-paper text-moss"
          hint="You can’t change your login email here."
        />
      </div>
      {form.errors?.[0] && (
        <Notice tone="error">
          <p>{form.errors[0]}</p>
          {current && <p className="mt-1 wrap-anywhere">{savedValues(current)}</p>}
        </Notice>
      )}
      <Button
        type="submit"
        name="intent"
        value="update-profile"
        pending={navigation.formData?.get("intent") === "update-profile"}
        pendingLabel="Saving..."
        className="justify-self-start max-sm:w-full"
      >
        Save Changes
      </Button>
    </Form>
  );
}

function savedValues({ first_name, last_name, phone }: Profile): string {
  const facts = [[first_name, last_name].filter(Boolean).join(" "), phone].filter(Boolean);
  return `Currently saved: ${facts.join(", ") || "nothing"}`;
}
