import { FREQUENCIES, FREQUENCY_LABELS } from "~/features/catalog/frequency";
import { PLAN_LABELS } from "~/features/plans/emails/words";
import type { SaleState } from "~/features/plans/phone/rules";
import { PLAN_STATUSES, type PlanStatus } from "~/features/plans/plan";
import { isUuid } from "~/lib/ids";
import { choice, isMoment, listSpec } from "~/lib/list-query";

/** The list of the office: the newest on top, or by when the next charge is due. */
export const PLAN_LIST = listSpec({
  name: "plans",
  path: "/admin/plans",
  title: "Plans",
  about: "Customers' plans and their status.",
  noun: ["plan", "plans"],
  dated: "Started",
  placeholder: "Search plans",
  exporting: "Export Plans",
  empty: "Plans will show up here when customers subscribe to a monthly service.",
  sorts: { started: isMoment, charge: isMoment },
  filters: {
    status: choice(
      "Status",
      "All Statuses",
      PLAN_STATUSES.map((one) => [one, PLAN_LABELS[one]] as const),
    ),
    frequency: choice(
      "How often",
      "How Often",
      FREQUENCIES.map((one) => [one, FREQUENCY_LABELS[one]] as const),
    ),
    customer: isUuid,
  },
});

/** A plan in the list: finished strings, company time. */
export type PlanRow = {
  id: string;
  /** "#1042". */
  number: string;
  customer: string;
  town: string;
  service: string;
  rhythm: string;
  crew: string;
  amount: string;
  /** Charged at the test checkout. */
  is_test: boolean;
  /** When the next charge is due; null when none is. */
  charge: string | null;
  started: string;
  status: PlanStatus;
  /** How far it is, if staff sold it by phone. */
  sale: SaleState | null;
  needs_attention: boolean;
};
