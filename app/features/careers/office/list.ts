import { careers } from "~/features/careers/application";
import { isMoment, withSafeCursor } from "~/lib/cursor";
import { type ListQuery, type ListSpec, parseListQuery } from "~/lib/list-query";

export type ApplicationStatus = "new" | "reviewed" | "interviewed" | "hired" | "rejected";

export const APPLICATIONS_PAGE = "/admin/applications";

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

export const POSITIONS = [...new Set(careers.jobs.map(({ title }) => title))];

type Filter = "status" | "position" | "view";

/** The list of the office: the newest on top; `view` makes it a board with a column for each status. */
export const APPLICATION_LIST: ListSpec<"date", Filter> = {
  sorts: ["date"],
  descending: true,
  filters: { status: APPLICATION_STATUSES, position: POSITIONS, view: ["board"] },
};

export type ApplicationListQuery = ListQuery<"date", Filter>;

export function parseApplicationList(params: URLSearchParams): ApplicationListQuery {
  return withSafeCursor(parseListQuery(params, APPLICATION_LIST), isMoment);
}

export function isApplicationStatus(text: string): text is ApplicationStatus {
  return APPLICATION_STATUSES.some((status) => status === text);
}

export function applicationPath(id: string): string {
  return `${APPLICATIONS_PAGE}/${id}`;
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

export type ApplicationExport = {
  id: string;
  created_at: Temporal.Instant;
  status: ApplicationStatus;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  position: string;
  location: string;
  experience: string | null;
  availability: string | null;
  resume_url: string | null;
  cover_letter: string;
  interview_at: Temporal.Instant | null;
};
