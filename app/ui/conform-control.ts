/** A text field of Conform, as far as a control needs it. */
export type ConformField = {
  id: string;
  name: string;
  key: string | undefined;
  errors: string[] | undefined;
  initialValue: string | undefined;
};

/** The attributes of a text field, all but its `key`: `<TextField key={field.key} {...controlOf(field)} label="…" />`. */
export function controlOf({ id, name, errors, initialValue }: ConformField) {
  return { id, name, error: errors, defaultValue: initialValue };
}
