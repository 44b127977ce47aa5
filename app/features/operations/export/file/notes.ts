import { formOf, wordsOf } from "./columns";
import type { Manifest } from "./manifest";
import { headOf, lineOf } from "./row";
import { EXPORTED, headingOf } from "./tables";

/** A table of the export with its columns; `refers`: the table that a column's ids are from. */
export type Described = {
  name: string;
  columns: { name: string; type: string; refers?: string | undefined }[];
};

const fileOf = (table: string | undefined) => (table ? EXPORTED[table]?.file : undefined);
/** By the names of their files, with those in `more/` last. */
const tablesByFile = (tables: Described[]) =>
  tables.toSorted((one, other) => {
    const [ours, theirs] = [fileOf(one.name) ?? "", fileOf(other.name) ?? ""];
    return Number(ours.includes("/")) - Number(theirs.includes("/")) || (ours < theirs ? -1 : 1);
  });

/** columns.csv: every column of every file, what it means and how it is written. */
export function columnsCsv(tables: Described[]): string {
  const lines = tablesByFile(tables).flatMap(({ name, columns }) =>
    columns.map(({ name: column, type, refers }) => {
      const words = wordsOf(name, column, fileOf(refers)) ?? column;
      return lineOf([fileOf(name) ?? name, headingOf(name, column), words, formOf(type)], []);
    }),
  );
  return headOf(["file", "column", "meaning", "format"]) + lines.join("");
}

/** README.txt: what the ZIP is, for whoever opens it without us. */
export function readme(
  { company, made_at }: Pick<Manifest, "company" | "made_at">,
  tables: Described[],
): string {
  const width = Math.max(...tables.map(({ name }) => (fileOf(name) ?? "").length)) + 2;
  const list = tablesByFile(tables).map(
    ({ name }) => `${(fileOf(name) ?? name).padEnd(width)}${EXPORTED[name]?.about ?? ""}`,
  );
  const text = `Everything of ${company}
Exported ${made_at}

KEEP THIS FILE SAFE. It has the names, addresses, emails and phones of all customers, what they
paid, and the ENTRY CODES of their homes in clear text (entry-codes.csv). Delete it when you no
longer need it.

How to read it
  Each .csv is a table. Open it with a spreadsheet. The first line has the headings; columns.csv
  says what each column means. Rows of different files belong together by their ids: booking_id in
  orders.csv is the id of a row in visits.csv.
  Headings that end in _cents are whole cents: 17252 is 172.52. Times are in UTC and look like
  2026-11-26T15:00:00Z. Days and times of the day without a Z are the company's local time.
  An empty cell is nothing; "" is an empty text. A text that a spreadsheet would take for a formula
  begins with an apostrophe, which is not part of it.
  The folder files has the photos, named by their id in files.csv.

How to take it back
  A site of the same version or a newer one takes the whole ZIP back: Settings, Advanced, Moving out.
  The site must have no customers, visits, messages and the like of its own. Send the ZIP as it is: a
  file that was opened and saved again no longer has its checksum, and is refused. manifest.json has
  the checksums and figures, and names the stored files that were missing.
  Stop the old site first, so that no customer books or pays there meanwhile.

What is not in it
  Passwords, passkeys and second factors: people set a new password by the usual link.
  Keys of the mail server, the payment provider, partners and webhooks: enter them anew.
  Sessions, members' phones, secret addresses of calendars, the log of sign-ins, background work.
  Card numbers are with the payment provider, as ever.

Files
${list.map((line) => `  ${line}`).join("\n")}
`;
  return text.replaceAll("\n", "\r\n");
}
