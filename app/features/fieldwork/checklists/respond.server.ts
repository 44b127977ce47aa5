import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { checkForm, type Fields, firstErrors } from "~/platform/request/form.server";
import type { ListOf } from "./checklist";
import { itemSchema } from "./forms";
import { addItem, archiveItem, type ChecklistOutcome, changeItem, moveItem } from "./save.server";

type Refused = {
  ok: false;
  status: 400 | 404 | 409;
  message: string | null;
  errors: Record<string, string>;
};
export type ChecklistAnswer = { ok: true; toast: ToastMessage | undefined } | Refused;

/** Does what a form of a checklist's page asks for, by its `intent`. */
export async function respondToChecklist(
  ctx: StaffCtx,
  list: ListOf,
  fields: Fields,
): Promise<ChecklistAnswer> {
  const { intent, item = "", seen = "" } = fields;
  if (intent === "up" || intent === "down")
    return answerOf(await moveItem(ctx, list, { item, direction: intent }));
  if (intent === "archive") return answerOf(await archiveItem(ctx, list, item), "Item archived");
  if (intent !== "add" && intent !== "save")
    return refuse(400, "This form is not known here. Please reload the page.");
  const form = checkForm(fields, itemSchema, { disableAutoCoercion: true });
  if (form.status !== "success") return { ...refuse(400, null), errors: firstErrors(form.error) };
  return intent === "add"
    ? answerOf(await addItem(ctx, list, form.value), "Item added")
    : answerOf(await changeItem(ctx, list, { ...form.value, seen }), "Item saved");
}

function refuse(status: Refused["status"], message: string | null): Refused {
  return { ok: false, status, message, errors: {} };
}

function answerOf(outcome: ChecklistOutcome, title?: string): ChecklistAnswer {
  if (outcome.ok) return { ok: true, toast: title ? { title } : undefined };
  return outcome.reason === "not found" ? refuse(404, null) : refuse(409, outcome.message);
}
