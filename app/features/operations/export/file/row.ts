/**
 * The lines of an export's CSVs. They can be read by any spreadsheet and taken back exactly: an empty cell is nothing, two quotes are
 * an empty text, and an apostrophe stands before what a spreadsheet would take for a formula, and before an apostrophe.
 */

const BYTE_ORDER_MARK = "\ufeff";
const FORMULA = /^['=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;
const QUOTED = /[",\r\n]|^\s|\s$/;
/** Types whose values can't be formulas. */
const PLAIN = /^(?:uuid|integer|bigint|numeric|boolean|date|time)/;

/** Whether values of a PostgreSQL type are written as they are: "-5" stays a number. */
export const isPlain = (type: string) => PLAIN.test(type);

/** The first line of a CSV. */
export function headOf(headings: readonly string[]): string {
  return `${BYTE_ORDER_MARK}${headings.join(",")}\r\n`;
}

/** A line. `plain`: which cells are written as they are. */
export function lineOf(cells: readonly (string | null)[], plain: readonly boolean[]): string {
  return `${cells.map((cell, place) => (cell === null ? "" : written(cell, plain[place] === true))).join(",")}\r\n`;
}

function written(cell: string, isNumber: boolean): string {
  const text = !isNumber && FORMULA.test(cell) ? `'${cell}` : cell;
  return text === "" || QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The value of a cell. `isQuoted` tells an empty text from nothing. */
export function cellValue(cell: string, isQuoted: boolean, isNumber: boolean): string | null {
  if (cell === "" && !isQuoted) return null;
  return !isNumber && cell.startsWith("'") ? cell.slice(1) : cell;
}
