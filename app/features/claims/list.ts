import { isUuid } from "~/lib/ids";
import { choice, isMoment, listSpec } from "~/lib/list-query";
import { CLAIM_LABELS, CLAIMS_PAGE } from "./rules";

const { open, ...answers } = CLAIM_LABELS;

/** The list of the office: the newest on top; the open ones by the time that is left. */
export const CLAIM_LIST = listSpec({
  name: "claims",
  path: CLAIMS_PAGE,
  title: "Claims",
  about: "What customers say was not right.",
  noun: ["claim", "claims"],
  dated: "Opened",
  placeholder: "Search claims",
  exporting: "Export Claims",
  empty: "When a customer says that something wasn’t right, you’ll see it here and on the dashboard.",
  sorts: { date: isMoment, due: isMoment },
  ascending: ({ status }) => status === "open" || status === "overdue",
  filters: {
    status: choice("Status", "All Statuses", { open, overdue: "Overdue", answered: "Answered" }),
    outcome: choice("Outcome", "All Outcomes", answers),
    crew: isUuid,
  },
});
