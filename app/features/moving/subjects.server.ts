import { CUSTOMERS } from "./customers/subject.server";
import type { Run, Subject } from "./run.server";
import type { SubjectName } from "./subjects";
import { VISITS } from "./visits/subject.server";

const SUBJECTS: Record<SubjectName, Subject> = { customers: CUSTOMERS, visits: VISITS };

/** How the rows of a run are compared, stored and taken back. */
export const subjectOf = ({ subject }: Pick<Run, "subject">): Subject => SUBJECTS[subject as SubjectName];
