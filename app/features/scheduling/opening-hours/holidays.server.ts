import type Holidays from "date-holidays";

/** A yearly day that the company may keep; `dates`: its days, ascending. */
export type Holiday = { name: string; is_public: boolean; dates: string[] };

/** Read with the first question, because only the office asks: the package has the holidays of all countries. */
let calendar: Promise<Holidays> | undefined;

/** The holidays of the United States between two years, both included; public ones first, then in the order of the year. */
export async function readHolidays(firstYear: number, lastYear: number): Promise<Holiday[]> {
  calendar ??= import("date-holidays").then(({ default: Calendar }) => new Calendar("US"));
  const holidays = new Map<string, Holiday>();
  for (let year = firstYear; year <= lastYear; year++) {
    for (const { name, date, type, substitute } of (await calendar).getHolidays(year)) {
      if (substitute) continue; // the company is closed on the day itself
      const holiday = holidays.get(name) ?? { name, is_public: type === "public", dates: [] };
      holiday.dates.push(date.slice(0, 10));
      holidays.set(name, holiday);
    }
  }
  return [...holidays.values()].sort(
    (one, other) => Number(other.is_public) - Number(one.is_public) || order(one) - order(other),
  );
}

function order({ dates: [first = ""] }: Holiday): number {
  return Number(first.slice(5).replace("-", ""));
}
