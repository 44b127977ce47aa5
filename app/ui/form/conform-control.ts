/** The parts of a Conform text field that a control needs. */
export type ConformField = {
  id: string;
  name: string;
  key: string | undefined;
  errors: string[] | undefined;
  initialValue: string | undefined;
};

/** The attributes of a text field, except its `key`: `<TextField key={field.key} {...controlOf(field)} label="…" />`. */
export function controlOf({ id, name, errors, initialValue }: ConformField) {
  return { id, name, error: errors, defaultValue: initialValue };
}
