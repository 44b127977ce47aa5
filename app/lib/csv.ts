import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | boolean | null;
export type CsvColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => CsvCell])[];

/**
 * Rows as CSV for a spreadsheet. Escapes what a spreadsheet would read as a formula; begins with a byte order mark, which
 * tells the encoding.
 */
export function csvOf<Row>(rows: readonly Row[], columns: CsvColumns<Row>): string {
  return csvHead(columns) + csvRows(rows, columns);
}

/** The first line of a streamed table, with the byte order mark. */
export function csvHead<Row>(columns: CsvColumns<Row>): string {
  return stringify([columns.map(([heading]) => heading)], { ...LOOK, bom: true });
}

/** Further lines of a streamed table. */
export function csvRows<Row>(rows: readonly Row[], columns: CsvColumns<Row>): string {
  return stringify(
    rows.map((row) => columns.map(([, cell]) => textOf(cell(row)))),
    LOOK,
  );
}

/** Cents as a number that spreadsheets can add up: "172.52". */
export function inUnits(cents: number): string {
  return (cents / 100).toFixed(2);
}

const LOOK = {
  escape_formulas: true,
  record_delimiter: "windows",
  quoted_match: /[\r\n]/, // quotes keep a text of several lines in its cell
} as const;

/** Keeps numbers as they are, so that spreadsheets can add them up. */
function textOf(cell: CsvCell): string | number {
  if (cell === null) return "";
  return typeof cell === "boolean" ? (cell ? "yes" : "no") : cell;
}
