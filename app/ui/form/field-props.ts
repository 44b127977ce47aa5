/**
 * Name, value and error of a form's fields: from the submission if it was refused.
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
