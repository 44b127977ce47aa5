import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import type { Fields } from "~/platform/request/form.server";
import { answerReport } from "./answer.server";
import { lengthenVisit } from "./lengthen.server";
import { waiveItems } from "./waive.server";

type Result =
  | { ok: true; toast: ToastMessage }
  | { ok: false; status: 400 | 404 | 409; message: string; errors?: Record<string, string> };

/** What the forms about a crew's work in the booking's panel do, by intent; `id`: the booking. */
export const WORK_INTENTS: Record<string, (ctx: StaffCtx, id: string, fields: Fields) => Promise<Result>> = {
  async answer(ctx, _, { report = "", answer = "" }) {
    const outcome = await answerReport(ctx, { id: report, answer });
    return outcome.ok ? { ok: true, toast: { title: "Answer sent" } } : refuse(outcome);
  },
  async lengthen(ctx, id, { report = "", minutes }) {
    const outcome = await lengthenVisit(ctx, { id, report, minutes: Number(minutes) });
    if (!outcome.ok) return refuse(outcome);
    return {
      ok: true,
      toast: { title: "Visit made longer", description: `It ends at ${outcome.ends} now.` },
    };
  },
  async "waive-items"(ctx, id, { why = "" }) {
    const outcome = await waiveItems(ctx, { id, why });
    return outcome.ok ? { ok: true, toast: { title: "The crew may finish now" } } : refuse(outcome);
  },
};

function refuse({ reason, message, field }: { reason: string; message: string; field?: string }): Result {
  if (reason === "not found") return { ok: false, status: 404, message };
  if (!field) return { ok: false, status: 409, message };
  return {
    ok: false,
    status: 400,
    message: "Please check the highlighted fields.",
    errors: { [field]: message },
  };
}
