const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID in lower case, as `crypto.randomUUID()` returns it. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** All UUIDs in a text, in either case: for `match` and `replace`. */
export const UUIDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
