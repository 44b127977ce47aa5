import { isCalendarDate } from "~/lib/dates";
import { faultOf, treeOf } from "~/lib/markdown";
import { cleanBlock, cleanLine } from "~/lib/text";
import { sectionsOf } from "~/lib/text-tree";
import {
  fieldsOf,
  hasMarkdown,
  isNumbered,
  isServiceKind,
  type Source,
  type TextField,
  type TextKind,
} from "./text";

/** Characters of a text. */
export const MAX_BODY = 100_000;

const SLUG = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Pages of the blog. */
const RESERVED = ["saved", "rss"];

type Read = { ok: true; source: Source } | { ok: false; errors: Record<string, string> };

/** Cleans and checks what was typed into the editor. `isPicture` says whether there is a picture of that name. */
export function readSource(
  kind: TextKind,
  typed: Record<string, string>,
  isPicture: (key: string) => boolean,
): Read {
  const fields: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const field of fieldsOf(kind)) {
    const text = cleanLine(typed[field.name] ?? "");
    fields[field.name] = text;
    const isLone = field.pair !== undefined && cleanLine(typed[field.pair] ?? "") !== "";
    const wrong =
      wrongField({ ...field, optional: field.optional && !isLone }, text) ??
      (field.as === "picture" && text && !isPicture(text) ? PICTURE : null);
    if (wrong) errors[field.name] = wrong;
  }
  const body = hasMarkdown(kind) ? cleanBlock(typed.body ?? "") : "";
  const wrong = hasMarkdown(kind) ? wrongBody(kind, body) : null;
  if (wrong) errors.body = wrong;
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, source: { fields, body } };
}

const PICTURE = "Choose one of the pictures.";

function wrongField({ name, label, max, optional, as, choices }: TextField, text: string): string | null {
  if (!text) return optional ? null : `${label} is required.`;
  if (text.length > max) return `${label} can have at most ${max} characters.`;
  if (choices && !choices.includes(text)) return "Choose one of the kinds.";
  if (as === "day" && !isCalendarDate(text)) return `${label} must be a day.`;
  if (name !== "slug") return null;
  if (RESERVED.includes(text)) return "The blog uses this address itself. Choose another one.";
  if (SLUG.test(text)) return null;
  return "The address must begin with a letter, and have only lower-case letters, digits and single hyphens.";
}

function wrongBody(kind: TextKind, body: string): string | null {
  if (!body) return "The text is empty.";
  if (body.length > MAX_BODY)
    return `The text can have at most ${MAX_BODY.toLocaleString("en-US")} characters.`;
  if (!isNumbered(kind) && !isServiceKind(kind) && kind !== "faq" && !/^# \S/m.test(body))
    return "The text needs a title: a line that begins with # and a space.";
  if (kind === "faq" && !/^## \S/m.test(body))
    return "The text needs a question: a line that begins with ## and a space.";
  const fault = faultOf(body);
  if (fault || kind !== "faq") return fault;
  const isBefore = sectionsOf(treeOf(body)).nodes.some(({ type }) => type === "element");
  return isBefore ? "What stands before the first question is not shown. Begin with a question." : null;
}

/** When a planned text goes live, typed in the company's time zone. */
export function readMoment(
  { publish_date = "", publish_time = "" }: Record<string, string>,
  { now, zone }: { now: Temporal.Instant; zone: string },
): { ok: true; at: Temporal.Instant } | { ok: false; errors: Record<string, string> } {
  if (!isCalendarDate(publish_date))
    return { ok: false, errors: { publish_date: "Choose the day on which it goes live." } };
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(publish_time))
    return { ok: false, errors: { publish_time: "Choose the time at which it goes live." } };
  const at = Temporal.PlainDateTime.from(`${publish_date}T${publish_time}`).toZonedDateTime(zone).toInstant();
  if (Temporal.Instant.compare(at, now) <= 0)
    return {
      ok: false,
      errors: { publish_date: "This time is past. Publish it now, or choose a later time." },
    };
  return { ok: true, at };
}
