import { type Columns, type Mapping, recognizeColumns } from "./columns";
import { CUSTOMER_COLUMNS } from "./customers/columns";
import { GIFT_CARD_COLUMNS } from "./gift-cards/columns";
import { isAboutVisits, VISIT_COLUMNS, type Field as VisitField } from "./visits/columns";

/** What the rows of a file can be about, with the columns that they can have. The first whose columns tell it is taken. */
export const SUBJECTS = {
  gift_cards: {
    label: "Gift cards",
    added: ["gift card", "gift cards"],
    page: "/admin/gift-cards",
    headings: ["For", "Card"],
    changed: "Its balance is changed here.",
    held: null,
    columns: GIFT_CARD_COLUMNS as Columns,
    isTold: (mapping) => mapping.includes("code") && mapping.includes("balance"),
  },
  visits: {
    label: "Visits",
    added: ["visit", "visits"],
    page: "/admin/bookings",
    headings: ["Customer", "Visit"],
    changed: "The visit is changed as the file says.",
    held: "reminders",
    columns: VISIT_COLUMNS as Columns,
    isTold: (mapping) =>
      isAboutVisits((...fields: VisitField[]) => fields.some((one) => mapping.includes(one))),
  },
  customers: {
    label: "Customers",
    added: ["customer", "customers"],
    page: "/admin/customers",
    headings: ["Customer", "Home"],
    changed: "What is missing is filled in, and what changed there is changed here.",
    held: "emails",
    columns: CUSTOMER_COLUMNS as Columns,
    /** Whether recognized columns tell that rows are about it. */
    isTold: () => true,
  },
} satisfies Record<string, AboutOne>;
export type SubjectName = keyof typeof SUBJECTS;
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[];

type AboutOne = {
  label: string;
  /** One and many of what an import adds. */
  added: [string, string];
  /** Where they are listed. */
  page: string;
  /** Of the columns that say whom a row is for, and what it is. */
  headings: [string, string];
  /** What happens to a changed one. */
  changed: string;
  /** What is held until it is switched on at the import: emails to those whom it added, or reminders of what it added. */
  held: "emails" | "reminders" | null;
  columns: Columns;
  isTold: (mapping: Mapping) => boolean;
};

export const aboutOf = (subject: string): AboutOne => SUBJECTS[subject as SubjectName] ?? SUBJECTS.customers;

/** What the rows of a file with these headings are about. */
export function recognizeSubject(headers: readonly string[]): SubjectName {
  const told = SUBJECT_NAMES.find((name) => {
    const { columns, isTold }: AboutOne = SUBJECTS[name];
    return isTold(recognizeColumns(columns, headers));
  });
  return told ?? "customers";
}
