import { careers } from "~/features/careers/application";
import { choice, isMoment, listSpec, type QueryOf } from "~/lib/list-query";

export type ApplicationStatus = "new" | "reviewed" | "interviewed" | "hired" | "rejected";

/** In the order of the way through them. */
export const APPLICATION_STATUSES = [
  "new",
  "reviewed",
  "interviewed",
  "hired",
  "rejected",
] as const satisfies ApplicationStatus[];

export const APPLICATION_LABELS: Record<ApplicationStatus, string> = {
  new: "New",
  reviewed: "Reviewed",
  interviewed: "Interviewed",
  hired: "Hired",
  rejected: "Rejected",
};

const POSITIONS = [...new Set(careers.jobs.map(({ title }) => title))];

/** The list of the office: the newest on top; `view` makes it a board with a column for each status. */
export const APPLICATION_LIST = listSpec({
  name: "applications",
  path: "/admin/applications",
  title: "Job Applications",
  about: "People who applied for a job.",
  noun: ["application", "applications"],
  dated: "Received",
  placeholder: "Search applications",
  exporting: "Export Applications",
  empty: "Applications from the careers page will show up here.",
  sorts: { date: isMoment },
  filters: {
    status: choice("Status", "All Statuses", APPLICATION_LABELS),
    position: choice(
      "Position",
      "All Positions",
      POSITIONS.map((title) => [title, title] as const),
    ),
    view: { values: ["board"] },
  },
});

export type ApplicationListQuery = QueryOf<typeof APPLICATION_LIST>;

export function isApplicationStatus(text: string): text is ApplicationStatus {
  return APPLICATION_STATUSES.some((status) => status === text);
}

export function applicationPath(id: string): string {
  return `${APPLICATION_LIST.path}/${id}`;
}

/** An application in the list and on the board: finished strings, company time. */
export type ApplicationRow = {
  id: string;
  name: string;
  email: string;
  phone: string;
  position: string;
  location: string;
  experience: string | null;
  availability: string | null;
  /** What was given as a résumé, and where it can be opened, if it can. */
  resume: string | null;
  resume_link: string | null;
  status: ApplicationStatus;
  at: string;
  /** When an interview is still to come. */
  interview: string | null;
};
