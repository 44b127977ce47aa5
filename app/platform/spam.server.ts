import { createHash, randomUUID } from "node:crypto";
import { isUuid } from "~/lib/ids";
import { TOKEN_FIELD, TRAP_FIELD } from "~/lib/spam-fields";
import type { Ctx } from "./context.server";
import type { Fields } from "./form.server";

/** Nobody fills in a form in less. */
const MIN_FILL_MS = 2000;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

type GuardCtx = Pick<Ctx, "links" | "now">;

/** `again`: the form is shown once more, with `token`, and says `message`. */
export type Guarded =
  | { kind: "person"; form_id: string }
  | { kind: "program" }
  | { kind: "again"; message: string; token: string };

/** Whether a program has filled in what people can't see: it gets the answer that it hopes for, and nothing happens. */
export function isTrapped(fields: Fields | null): boolean {
  return Boolean(fields?.[TRAP_FIELD]);
}

/** For the hidden field of a form that is shown now. `form` is its name: a token is good for one form only. */
export function formToken({ links, now }: GuardCtx, form: string): string {
  return write(links, form, randomUUID(), now.epochMilliseconds);
}

/** The token that came with a form, as long as it is good: whoever corrects a field need not wait once more. */
export function keptToken(ctx: GuardCtx, form: string, fields: Fields | null): string {
  const token = read(ctx, form, fields);
  return token?.state === "good" ? token.text : formToken(ctx, form);
}

/**
 * Looks at the hidden fields of a form whose own fields are right. Nothing that a person wrote is ever lost: they press
 * its `button` once more.
 */
export function guardForm(
  ctx: GuardCtx,
  { name: form, button }: { name: string; button: string },
  fields: Fields | null,
): Guarded {
  if (isTrapped(fields)) return { kind: "program" };
  const token = read(ctx, form, fields);
  const sendAgain = `Please press ${button} once more.`;
  if (!token) return { kind: "again", message: `Almost there. ${sendAgain}`, token: formToken(ctx, form) };
  if (token.state === "old") {
    const shown = ctx.now.epochMilliseconds - MIN_FILL_MS; // it has been filled in already
    const fresh = write(ctx.links, form, randomUUID(), shown);
    return { kind: "again", message: `This page has been open for a long time. ${sendAgain}`, token: fresh };
  }
  if (token.age < MIN_FILL_MS)
    return { kind: "again", message: `That was quick! ${sendAgain}`, token: token.text };
  return { kind: "person", form_id: token.id };
}

/** What a form that was shown once and says this is stored under: the same when it is sent twice. */
export function submissionId(form_id: string, content: object): string {
  const digest = createHash("sha256").update(form_id).update(JSON.stringify(content)).digest("hex");
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ];
  return [...parts, digest.slice(20, 32)].join("-");
}

function write(links: Ctx["links"], form: string, id: string, shownAt: number): string {
  const content = `${id}.${shownAt}`;
  return `${content}.${links.sign(`form:${form}:${content}`)}`;
}

/** Null when it is missing, not ours, another form's, or from the future. */
function read({ links, now }: GuardCtx, form: string, fields: Fields | null) {
  const text = fields?.[TOKEN_FIELD] ?? "";
  const [id = "", shownAt = "", key = ""] = text.split(".");
  if (!isUuid(id) || !links.isSigned(`form:${form}:${id}.${shownAt}`, key)) return null;
  const age = now.epochMilliseconds - Number(shownAt);
  if (age < 0) return null;
  return { text, id, age, state: age > MAX_AGE_MS ? ("old" as const) : ("good" as const) };
}
