import { Button } from "./button";

/** A form as it was sent: where to, and what it said. */
export type SentForm = { action: string; fields: [name: string, value: string][] };

/** Sends a form once more, as it was. */
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
