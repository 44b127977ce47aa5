import type { z } from "zod";
import type { UserCtx } from "~/platform/context.server";
import { checkForm, type Fields, firstErrors } from "~/platform/request/form.server";
import { addCodeSchema, foundSchema, replaceCodeSchema } from "./forms";
import type { By } from "./home.server";
import { dismissCode, moveCode } from "./move.server";
import { addCode, removeCode, replaceCode } from "./save.server";

type Refused = {
  ok: false;
  status: 400 | 404 | 409;
  message?: string;
  /** By field. */
  errors?: Record<string, string>;
};
export type ChangeOutcome = { ok: true; title: string; description?: string } | Refused;

const MISSING: Refused = { ok: false, status: 404 };

/** Does what a form of a page about a home's codes asks for, by its `intent`. */
export async function changeCodes(
  ctx: UserCtx,
  { home, by, fields }: { home: string; by: By; fields: Fields },
): Promise<ChangeOutcome> {
  if (fields.intent === "add")
    return checked(fields, addCodeSchema, async (form) => {
      const outcome = await addCode(ctx, { home, by, ...form });
      if (outcome.ok) return { ok: true, title: "Code saved" };
      return outcome.reason === "not found" ? MISSING : { ok: false, status: 409, message: outcome.message };
    });
  if (fields.intent === "replace")
    return checked(fields, replaceCodeSchema, async (form) => {
      const outcome = await replaceCode(ctx, { home, by, ...form });
      return outcome.ok ? { ok: true, title: "Code replaced" } : MISSING;
    });
  if (fields.intent === "remove") {
    const outcome = await removeCode(ctx, { home, by, code_id: fields.code_id ?? "" });
    return outcome.ok ? { ok: true, title: "Code removed" } : MISSING;
  }
  return changeFoundCode(ctx, { by, fields });
}

/** Moves words of a note to the vault, or remembers that they are no code. */
export function changeFoundCode(
  ctx: UserCtx,
  { by, fields }: { by: By; fields: Fields },
): Promise<ChangeOutcome> | ChangeOutcome {
  if (fields.intent !== "move" && fields.intent !== "dismiss")
    return { ok: false, status: 400, message: "This form is not known here. Please reload the page." };
  return checked(fields, foundSchema, async (found) => {
    if (fields.intent === "dismiss") {
      const outcome = await dismissCode(ctx, { by, ...found });
      return outcome.ok ? { ok: true, title: "Remembered: not a code" } : MISSING;
    }
    const outcome = await moveCode(ctx, { by, ...found });
    if (outcome.ok) {
      const notes = outcome.notes === 1 ? "1 note" : `${outcome.notes} notes`;
      return { ok: true, title: "Code sealed", description: `It is out of ${notes}.` };
    }
    return outcome.reason === "not found" ? MISSING : { ok: false, status: 409, message: outcome.message };
  });
}

async function checked<Schema extends z.ZodType>(
  fields: Fields,
  schema: Schema,
  run: (form: z.output<Schema>) => Promise<ChangeOutcome>,
): Promise<ChangeOutcome> {
  const submission = checkForm(fields, schema, { disableAutoCoercion: true });
  if (submission.status === "success") return run(submission.value);
  const errors = firstErrors(submission.error);
  return { ok: false, status: 400, errors, message: errors.code_id ?? errors.words };
}
