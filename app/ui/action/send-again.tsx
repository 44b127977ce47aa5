import { Button } from "./button";

/** A posted form: its address and fields. */
export type SentForm = { action: string; fields: [name: string, value: string][] };

/** A button that posts a form again as it was. */
export function SendAgain({ form, label }: { form: SentForm; label: string }) {
  return (
    <form method="post" action={form.action}>
      {form.fields.map(([name, value]) => (
        <textarea key={name} name={name} defaultValue={value} hidden readOnly />
      ))}
      <Button type="submit" size="large" variant="secondary">
        {label}
      </Button>
    </form>
  );
}
