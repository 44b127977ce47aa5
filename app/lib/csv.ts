import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | boolean | null;
export type CsvColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => CsvCell])[];

/** Rows for a spreadsheet. What one would take for a formula is defused; the mark at the start tells it the encoding. */
export function csvOf<Row>(rows: readonly Row[], columns: CsvColumns<Row>): string {
  return csvHead(columns) + csvRows(rows, columns);
}

/** The first line of a table that is written piece by piece, with the mark. */
export function csvHead<Row>(columns: CsvColumns<Row>): string {
  return stringify([columns.map(([heading]) => heading)], { ...LOOK, bom: true });
}

/** Further lines of it. */
export function csvRows<Row>(rows: readonly Row[], columns: CsvColumns<Row>): string {
  return stringify(
    rows.map((row) => columns.map(([, cell]) => textOf(cell(row)))),
    LOOK,
  );
}

/** Cents as a spreadsheet adds them up: "172.52". */
export function inUnits(cents: number): string {
  return (cents / 100).toFixed(2);
}

const LOOK = {
  escape_formulas: true,
  record_delimiter: "windows",
  quoted_match: /[\r\n]/, // a text of several lines stays in its cell
} as const;

/** Numbers stay as they are, so that a spreadsheet can add them up. */
function textOf(cell: CsvCell): string | number {
  if (cell === null) return "";
  return typeof cell === "boolean" ? (cell ? "yes" : "no") : cell;
}
