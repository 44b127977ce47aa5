import { FREQUENCIES } from "~/features/catalog/service";
import { PLAN_STATUSES, type PlanStatus } from "~/features/plans/plan";
import { isMoment, withSafeCursor } from "~/lib/cursor";
import { isUuid } from "~/lib/ids";
import { type ListQuery, type ListSpec, parseListQuery } from "~/lib/list-query";

export const PLAN_PAGE = "/admin/plans";

type PlanSort = "started" | "charge";
type PlanFilter = "status" | "frequency" | "customer";

/** The list of the office: the newest on top, or by when the next charge is due. */
export const PLAN_LIST: ListSpec<PlanSort, PlanFilter> = {
  sorts: ["started", "charge"],
  descending: true,
  filters: { status: PLAN_STATUSES, frequency: FREQUENCIES, customer: [] },
};

export type PlanListQuery = ListQuery<PlanSort, PlanFilter>;

export function parsePlanList(params: URLSearchParams): PlanListQuery {
  const query = parseListQuery(params, PLAN_LIST);
  const customer = params.get("customer") ?? "";
  if (isUuid(customer)) query.filters.customer = customer;
  return withSafeCursor(query, isMoment);
}

/** A plan in the list: finished strings, company time. */
export type PlanRow = {
  id: string;
  customer: string;
  town: string;
  service: string;
  rhythm: string;
  crew: string;
  amount: string;
  /** It is charged at the test checkout. */
  is_test: boolean;
  /** When the next charge is due; null when none is. */
  charge: string | null;
  started: string;
  status: PlanStatus;
  needs_attention: boolean;
};

export type PlanExport = {
  id: string;
  created_at: Temporal.Instant;
  status: string;
  customer: string;
  email: string | null;
  service: string;
  frequency: string;
  first_date: string;
  time: string;
  crew: string | null;
  street: string;
  city: string;
  state: string;
  zip_code: string;
  amount: number;
  currency: string;
  /** It is charged at the test checkout. */
  is_test: boolean;
  next_charge: Temporal.Instant | null;
  resumes_on: string | null;
  ends_on: string | null;
};
