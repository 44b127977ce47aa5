import { createHash, randomUUID } from "node:crypto";
import { isUuid } from "~/lib/ids";
import { TOKEN_FIELD, TRAP_FIELD } from "~/lib/spam-fields";
import type { Ctx } from "~/platform/context.server";
import type { Fields } from "./form.server";

/** Milliseconds. People take longer to fill in a form. */
const MIN_FILL_MS = 2000;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

type GuardCtx = Pick<Ctx, "links" | "now">;

/** `again`: show the form again with `token` and `message`. */
export type Guarded =
  | { kind: "person"; form_id: string }
  | { kind: "program" }
  | { kind: "again"; message: string; token: string };

/** Whether a hidden field is filled in, as programs do. They get the response of a success, and nothing is stored. */
export function isTrapped(fields: Fields | null): boolean {
  return Boolean(fields?.[TRAP_FIELD]);
}

/** A token for a form that is being shown. `form` is its name; the token is valid for that form only. */
export function formToken({ links, now }: GuardCtx, form: string): string {
  return write(links, form, randomUUID(), now.epochMilliseconds);
}

/** The form's token if it is valid, so that somebody who corrects a field need not wait again. */
export function keptToken(ctx: GuardCtx, form: string, fields: Fields | null): string {
  const token = read(ctx, form, fields);
  return token?.state === "good" ? token.text : formToken(ctx, form);
}

/**
 * Checks the hidden fields of a form whose other fields are valid. If a person is stopped, nothing typed is lost: they
 * press `button` again.
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

/** The key to store a form under: the same if it is sent twice. */
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

/** Null if the token is missing, invalid, another form's, or from the future. */
function read({ links, now }: GuardCtx, form: string, fields: Fields | null) {
  const text = fields?.[TOKEN_FIELD] ?? "";
  const [id = "", shownAt = "", key = ""] = text.split(".");
  if (!isUuid(id) || !links.isSigned(`form:${form}:${id}.${shownAt}`, key)) return null;
  const age = now.epochMilliseconds - Number(shownAt);
  if (age < 0) return null;
  return { text, id, age, state: age > MAX_AGE_MS ? ("old" as const) : ("good" as const) };
}
