import { COUNT_LIMIT, PAGE_SIZE } from "~/db/keyset";
import { ownEntry } from "~/lib/own-entry";
import type { StaffCtx } from "~/platform/context.server";
import type { Fields } from "~/platform/request/form.server";
import { waitingApprovals } from "./approval.server";
import type { Attention } from "./attention";
import { differences } from "./books.server";
import { brokenChecks } from "./check.server";
import { claims } from "./claim.server";
import { off, unassigned } from "./crew.server";
import type { AttentionKind, Handled } from "./define.server";
import { failedDeliveries, failedEmails } from "./delivery.server";
import { outside } from "./opening-hours.server";
import { due, failedRefunds } from "./order.server";
import { endingSeries, stuckPlans, unpaidPlans } from "./plan.server";
import { reports } from "./report.server";
import { requests } from "./request.server";
import { done, flagged, holds } from "./visit.server";

/** What needs somebody, the most urgent first: the site itself, customers who wait, visits to come, money, and what can wait. */
const KINDS: readonly AttentionKind[] = [
  ...[brokenChecks, reports, holds, flagged, claims, unassigned, off, outside, requests],
  ...[waitingApprovals, differences, failedRefunds, unpaidPlans, stuckPlans, due, endingSeries],
  ...[done, failedEmails, failedDeliveries],
];

type Asked = { limit: number; offset?: number; kind?: string };

/** Lists what needs somebody: of each kind at most `limit` cases. Kinds without a case are left out. */
export async function readAttention(ctx: StaffCtx, { limit, offset = 0, kind }: Asked): Promise<Attention[]> {
  const asked = KINDS.filter((one) => kind === undefined || one.kind === kind);
  const found = await Promise.all(
    asked.map(async ({ kind, one, many, read }) => {
      const { count, cases } = await read(ctx, { limit, offset });
      const title = `${formatCount(count)} ${count === 1 ? one : many}`;
      return { kind, title, count, cases };
    }),
  );
  return found.filter(({ cases }) => cases.length > 0);
}

/** A page of a kind's cases, or its last one when it ends before. Cases that are done make room for the next ones. */
export async function readAttentionPage(ctx: StaffCtx, kind: string, asked: number) {
  const read = async (page: number) => {
    const attention = await readAttention(ctx, { kind, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
    const { count } = attention[0] ?? { count: 0 };
    const total = Math.min(count, COUNT_LIMIT);
    return { attention, page, total, more: count > total, isLast: page * PAGE_SIZE >= total };
  };
  const found = await read(Math.min(asked, COUNT_LIMIT / PAGE_SIZE));
  if (found.attention.length > 0 || found.page === 1) return found;
  const { total } = await read(1);
  return read(Math.max(1, Math.ceil(total / PAGE_SIZE)));
}

/** "3", "1,000+". */
function formatCount(count: number): string {
  const shown = Math.min(count, COUNT_LIMIT).toLocaleString("en-US");
  return count > COUNT_LIMIT ? `${shown}+` : shown;
}

export function isAttentionKind(kind: string): boolean {
  return KINDS.some((one) => one.kind === kind);
}

const UNKNOWN: Handled = {
  ok: false,
  status: 400,
  message: "This form is not known here. Please reload the page.",
};

/** Does what the form of a case says. */
export async function handleCase(ctx: StaffCtx, fields: Fields, back: string): Promise<Handled> {
  const { kind, intent = "" } = fields;
  const handlers = KINDS.find((one) => one.kind === kind)?.handlers ?? {};
  const handle = ownEntry(handlers, intent);
  return handle ? handle(ctx, fields, back) : UNKNOWN;
}
