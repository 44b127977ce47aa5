/** A form's fields by name; a checkbox is "on" or missing. */
export type FormValues = Record<string, string>;

export type Merged = { values: FormValues; conflicts: string[] };

/**
 * The form with what somebody else saved since it was opened (`seen`): fields that it did not change keep that. Fields that
 * both changed differently are conflicts. `fields` has the names that change together, by the name of their error; `textOf`
 * says what of them counts.
 */
export function mergeForm(
  form: FormValues,
  seen: FormValues,
  stored: FormValues,
  fields: Iterable<readonly [error: string, names: readonly string[]]>,
  textOf = (values: FormValues, names: readonly string[]) =>
    names.map((name) => values[name] ?? "").join("|"),
): Merged {
  const values: FormValues = {};
  const conflicts: string[] = [];
  for (const [error, names] of fields) {
    const [ours, theirs, before] = [form, stored, seen].map((one) => textOf(one, names));
    if (ours !== before && theirs !== before && theirs !== ours) conflicts.push(error);
    const from = ours === before ? stored : form;
    for (const name of names) if (from[name] !== undefined) values[name] = from[name];
  }
  return { values, conflicts };
}

/** Each field for itself. */
export function singly<Name extends string>(names: readonly Name[]): (readonly [Name, readonly [Name]])[] {
  return names.map((name) => [name, [name]]);
}

/** What stands beside the fields that both changed. */
export function conflictErrors(conflicts: readonly string[]): Record<string, string> {
  const message = "Someone else changed this meanwhile. Save again to replace it with yours.";
  return Object.fromEntries(conflicts.map((name) => [name, message]));
}
