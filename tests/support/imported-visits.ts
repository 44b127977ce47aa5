import { csvText } from "./imports";

/** Headings of a list of visits, in words that every program would use. */
const HEAD = [
  ...["Booking ID", "Email", "Full name", "Service", "Date", "Start time", "Duration", "Team", "Status"],
  ...["Total", "Tax", "Paid", "Frequency", "Extras", "Notes"],
] as const;
type Heading = (typeof HEAD)[number];

/** Ruth's visit of March 4, 2026, which took place; cells can be given. */
export function aVisit(cells: Partial<Record<Heading, string>> = {}): string[] {
  const row: Record<Heading, string> = {
    ...{ "Booking ID": "501", Email: "ruth@mail.example", "Full name": "Ruth Merrill", Paid: "", Extras: "" },
    ...{ Service: "Regular Cleaning", Date: "3/4/2026", "Start time": "9:00 AM", Duration: "2h 30m" },
    ...{
      Team: "Birch crew",
      Status: "Completed",
      Total: "$150.00",
      Tax: "",
      Frequency: "One-time",
      Notes: "",
    },
    ...cells,
  };
  return HEAD.map((heading) => row[heading]);
}

/** A visit of Ruth that is still to come, where the clock of the tests stands on June 1, 2026. */
export const ahead = (cells: Partial<Record<Heading, string>> = {}) =>
  aVisit({ "Booking ID": "601", Date: "6/10/2026", "Start time": "10:00 AM", Status: "Upcoming", ...cells });

export const visitsFile = (...rows: string[][]) => csvText([...HEAD], ...rows);

/** Ruth and Paul with a home each, as the first file of a move brings them. */
export const CUSTOMERS = csvText(
  ["Customer ID", "First name", "Last name", "Email", "Phone", "Street", "City", "State", "ZIP code"],
  [
    "7",
    "Ruth",
    "Merrill",
    "ruth@mail.example",
    "603-555-0177",
    "14 Barnstead Rd",
    "Pittsfield",
    "NH",
    "03263",
  ],
  ["8", "Paul", "Hale", "paul@mail.example", "603-555-0178", "3 Elm St", "Concord", "NH", "03301"],
);
