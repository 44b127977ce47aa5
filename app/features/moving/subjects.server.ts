import { CUSTOMERS } from "./customers/subject.server";
import { GIFT_CARDS } from "./gift-cards/subject.server";
import type { Run, Subject } from "./run.server";
import type { SubjectName } from "./subjects";
import { VISITS } from "./visits/subject.server";

const SUBJECTS: Record<SubjectName, Subject> = {
  gift_cards: GIFT_CARDS,
  visits: VISITS,
  customers: CUSTOMERS,
};

/** How the rows of a run are compared, stored and taken back. */
export const subjectOf = ({ subject }: Pick<Run, "subject">): Subject => SUBJECTS[subject as SubjectName];
