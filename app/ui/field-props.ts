/**
 * Name, value and error of the fields of a form that may have come back: what was sent, and what is wrong with it.
 *
 *   const field = fieldProps(values, errors);
 *   <TextField label="Street" {...field("street")} required />
 */
export function fieldProps<Name extends string>(
  values: Partial<Record<Name, string>> | undefined,
  errors: Record<string, string> | undefined,
) {
  return (name: Name) => ({ name, defaultValue: values?.[name], error: errors?.[name] });
}
