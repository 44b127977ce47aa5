import { isUuid } from "~/lib/ids";
import type { ListQuery } from "~/lib/list-query";

/** The query without a cursor that can't be one of this list: its id a UUID, its value as `isValue` says. */
export function withSafeCursor<Query extends ListQuery>(
  query: Query,
  isValue: (text: string) => boolean,
): Query {
  const { cursor } = query;
  const safe = !cursor || (isUuid(cursor.id) && isValue(cursor.value ?? ""));
  return safe ? query : { ...query, cursor: null };
}

/** Whether the text is a moment, written just as a list writes it ("2026-11-24T13:00:00Z"): the database reads no other. */
export function isMoment(text: string): boolean {
  if (!/^(?!0000)\d{4}-/.test(text)) return false;
  try {
    return Temporal.Instant.from(text).toString() === text;
  } catch {
    return false;
  }
}

/** Whether the text is a whole number that the database can hold. */
export function isCount(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
