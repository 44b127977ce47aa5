import { Form, useNavigation } from "react-router";
import { keyOf, LIMITS } from "~/features/scheduling/crews/forms";
import type { Refused } from "~/features/scheduling/crews/refused";
import { Button } from "~/ui/button";
import { fieldProps } from "~/ui/field-props";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";

type Props = {
  crew?: { name: string; email: string | null };
  refused: Refused | undefined;
};

/** Name and mail address of a crew, a new one or one that is there. */
export function CrewForm({ crew, refused }: Props) {
  const navigation = useNavigation();
  const intent = crew ? "update" : "add";
  const values = refused?.values ?? { name: crew?.name ?? "", email: crew?.email ?? "" };
  const field = fieldProps(values, refused?.errors);
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="intent" value={intent} />
      {crew && <input type="hidden" name="seen" value={keyOf(crew)} />}
      {refused?.message && (
        <Notice tone="error" title="Not saved yet">
          {refused.message}
        </Notice>
      )}
      <TextField label="Name" {...field("name")} maxLength={LIMITS.name} required autoComplete="off" />
      <TextField
        label="Email"
        {...field("email")}
        type="email"
        optional
        hint="New and changed visits are emailed here. Leave it empty to send them to the company's email address."
        maxLength={LIMITS.email}
        autoComplete="off"
      />
      <Button
        type="submit"
        size="small"
        className="min-h-11 justify-self-start"
        pending={navigation.formData?.get("intent") === intent}
        pendingLabel="Saving..."
      >
        {crew ? "Save" : "Add crew"}
      </Button>
    </Form>
  );
}
