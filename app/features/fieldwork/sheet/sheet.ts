/** A visit on paper: what the crew needs there. Finished strings, company time. */
export type SheetStop = {
  id: string;
  /** "#1042" */
  number: string;
  starts: string;
  ends: string;
  /** Minutes of driving from the stop before; null for the first or without driving times. */
  drive: number | null;
  customer: string;
  phone: string | null;
  address: string;
  service: string;
  rooms: string | null;
  extras: string | null;
  pets: string | null;
  parking: string | null;
  /** What the home's owner said of the home, and what was said with the booking. */
  notes: string[];
  items: { id: string; text: string; required: boolean }[];
};

export type Sheet = { id: string; crew: string; members: string[]; stops: SheetStop[] };

export type Sheets = { date: string; company: { name: string; phone: string | null }; sheets: Sheet[] };

export const SHEET_PAGE = "/admin/schedule/sheet";

/** The route sheets of a day, or the one of a crew. */
export function sheetPath(date: string, crew?: string): string {
  return `${SHEET_PAGE}?${new URLSearchParams({ date, ...(crew && { crew }) })}`;
}
