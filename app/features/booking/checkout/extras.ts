import { LIMITS } from "~/features/booking/limits";

/** An extra that was chosen, and how often. */
export type ChosenExtra = { id: string; quantity: number };

/** The name of the form's field for the quantity of an extra. */
export function extraField(id: string): string {
  return `extra.${id}`;
}

/** "oven:1,windows:12", for a form, an address or a cookie. What does not fit into `most` characters is left out. */
export function extrasText(extras: readonly ChosenExtra[], most = 1000): string {
  const parts = extras.map(({ id, quantity }) => `${id}:${quantity}`);
  while (parts.join(",").length > most) parts.pop();
  return parts.join(",");
}

/** Reads what `extrasText` wrote; ignores anything else. */
export function parseExtras(text: string): ChosenExtra[] {
  const seen = new Set<string>();
  return text
    .split(",")
    .flatMap((one): ChosenExtra[] => {
      const [, id, quantity] = /^([a-z0-9_-]{1,40}):([1-9]\d?)$/i.exec(one.trim()) ?? [];
      if (!id || !quantity || seen.has(id)) return [];
      seen.add(id);
      return [{ id, quantity: Number(quantity) }];
    })
    .slice(0, LIMITS.extras);
}

/** The posted fields with the quantities of extras, each in a field of its own, as the text of `extras`. */
export function withExtras<Fields extends Record<string, unknown>>(fields: Fields): Fields {
  const own = Object.entries(fields).filter(([name]) => name.startsWith("extra."));
  if (own.length === 0) return fields;
  return { ...fields, extras: own.map(([name, quantity]) => `${name.slice(6)}:${quantity}`).join(",") };
}

/** The extras with another quantity of one; none of it at 0. */
export function withExtra(extras: readonly ChosenExtra[], id: string, quantity: number): ChosenExtra[] {
  const others = extras.filter((extra) => extra.id !== id);
  if (quantity === 0) return others;
  return extras.some((extra) => extra.id === id)
    ? extras.map((extra) => (extra.id === id ? { id, quantity } : extra))
    : [...others, { id, quantity }];
}
