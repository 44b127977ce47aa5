import type { PlanMove } from "~/features/booking/moves";
import type { AdminCtx, Ctx } from "~/platform/context.server";
import type { PlanRefusal } from "./outcome";

type Whose = Pick<Ctx, "actor">;

/** `seen` is the day (`paused_from`) that the customer was shown. `whose`: staff act for a customer (ANYBODYS). */
export type PauseInput = { id: string; resumes_on: string | null; seen?: string };
export type PauseOutcome = { ok: true; paused_from: string; resumes_on: string | null } | PlanRefusal;

export async function pausePlan(_ctx: Ctx, _input: PauseInput, _whose?: Whose): Promise<PauseOutcome> {
  throw new Error("not yet");
}

export type SkipMonthInput = { id: string; seen?: string };

export async function skipMonth(_ctx: Ctx, _input: SkipMonthInput, _whose?: Whose): Promise<PauseOutcome> {
  throw new Error("not yet");
}

/** `moves` once the customer has seen what clashes, as when starting. */
export type ResumeInput = { id: string; moves?: PlanMove[] };
export type ResumeOutcome = { ok: true; from: string } | PlanRefusal;

export async function resumePlan(_ctx: Ctx, _input: ResumeInput, _whose?: Whose): Promise<ResumeOutcome> {
  throw new Error("not yet");
}

/** `seen` is the last day that the customer was shown. */
export type EndInput = { id: string; seen?: string };
export type EndOutcome = { ok: true; ends_on: string } | PlanRefusal;

export async function endPlan(_ctx: Ctx, _input: EndInput, _whose?: Whose): Promise<EndOutcome> {
  throw new Error("not yet");
}

/** Staff end it at once. Money is given back with its order. */
export async function endPlanNow(_ctx: AdminCtx, _input: { id: string }): Promise<EndOutcome> {
  throw new Error("not yet");
}

/** `id` is the visit's (a booking). */
export type SkipVisitOutcome = { ok: true } | PlanRefusal;

export async function skipVisit(
  _ctx: Ctx,
  _input: { id: string },
  _whose?: Whose,
): Promise<SkipVisitOutcome> {
  throw new Error("not yet");
}

/** Staff have dealt with what the plan called for. */
export async function clearPlanAttention(_ctx: AdminCtx, _input: { id: string }): Promise<{ ok: boolean }> {
  throw new Error("not yet");
}
