/**
 * The entry that a table has itself, or undefined.
 * For names that come from outside: `toString` and `constructor` are in every object.
 */
export function ownEntry<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
