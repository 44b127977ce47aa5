import type { CodeKind } from "~/features/customers/codes/codes";
import { LIMITS as CODE_LIMITS } from "~/features/customers/codes/forms";
import { propertySchema } from "~/features/customers/homes/forms";
import type { Property } from "~/features/customers/homes/property";
import { LIMITS as CUSTOMER_LIMITS, checkCustomerForm, NOTE_MAX } from "~/features/customers/office/forms";
import { splitName } from "~/features/customers/records/contact";
import { cellsOf, NOTHING, numberIn, readDay } from "~/features/moving/cells";
import type { Mapping } from "~/features/moving/columns";
import { readCredit } from "~/features/moving/credit/credit";
import type { Cents } from "~/lib/money";
import { cleanBlock, cleanLine } from "~/lib/text";
import type { Field } from "./columns";
import { stateOf } from "./zip";

/** The home of a row, as the customer's form would have it. */
export type RowHome = Omit<Property, "id" | "name" | "pets" | "parking" | "is_default" | "version">;
type RowCode = { kind: CodeKind; label: string; value: string };

/** A row of another program's file in our words. */
export type Row = {
  external_id: string | null;
  kind: "person" | "company";
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  emails: string[];
  /** E.164. */
  phones: string[];
  tags: string[];
  /** yyyy-MM-dd. */
  since: string | null;
  home: RowHome | null;
  codes: RowCode[];
  note: string | null;
  /** Cents of credit that the customer has in the other program; null: the file says nothing. */
  credit: Cents | null;
  /** "cus_…". */
  stripe_customer: string | null;
  /** What of the row is not imported, in sentences. */
  warnings: string[];
};
export type ReadRow = { ok: true; row: Row } | { ok: false; reason: string };

/** What is sealed in the vault. */
const CODE_FIELDS = {
  entry_code: { kind: "code", label: "Entry code" },
  key_place: { kind: "key", label: "Key" },
  alarm_code: { kind: "alarm", label: "Alarm" },
} as const;

const STRIPE_CUSTOMER = /^cus_[A-Za-z0-9]{6,60}$/;

/** Reads the cells of a line; the reason says what to mend in the file. */
export function readRow(cells: readonly string[], mapping: Mapping): ReadRow {
  const { all, one, something } = cellsOf<Field>(cells, mapping);
  const since = readDay(something("since"));
  if (since === undefined)
    return bad(`Customer since: “${one("since")}” is not a date. Write it like 11/25/2026.`);
  const person = readPerson(one, all, something);
  if (!person.ok) return bad(Object.values(person.errors)[0] ?? "The customer can’t be read.");
  const home = readHome(one, all, something);
  if (!home.ok) return home;
  const codes = (Object.keys(CODE_FIELDS) as (keyof typeof CODE_FIELDS)[]).flatMap((field) => {
    const value = cleanBlock(all(field)[0] ?? "");
    return NOTHING.test(value) && !/^0{3,}$/.test(value) ? [] : [{ ...CODE_FIELDS[field], value }];
  });
  if (codes.some(({ value }) => value.length > CODE_LIMITS.value))
    return bad(`An entry code can have at most ${CODE_LIMITS.value} characters. Move the rest to a note.`);
  if (codes.length > 0 && !home.value)
    return bad(
      "There is an entry code, but no address that it opens. Add the street, city, state and ZIP code.",
    );
  const note = all("note").join("\n\n") || null;
  if (note && note.length > NOTE_MAX) return bad("The note is longer than 2,000 characters. Shorten it.");
  const { labels: _labels, language: _language, source: _source, ...fields } = person.value;
  const external_id = one("external_id").slice(0, 100) || null;
  const credit = readCredit(one("credit"));
  if (!credit.ok) return credit;
  const stripe_customer = something("stripe_customer") || null;
  if (stripe_customer && !STRIPE_CUSTOMER.test(stripe_customer))
    return bad(
      `Stripe customer ID: “${stripe_customer.slice(0, 40).toWellFormed()}” is none. One looks like cus_NffrFeUfNV2Hib.`,
    );
  return {
    ok: true,
    row: {
      ...{ ...fields, external_id, since, home: home.value, codes, note, stripe_customer },
      ...{ credit: credit.cents, warnings: credit.warnings },
    },
  };
}

type One = (field: Field) => string;
type All = (field: Field) => string[];

const bad = (reason: string) => ({ ok: false as const, reason });

function readPerson(one: One, all: All, something: One) {
  let first_name = something("first_name");
  let last_name = something("last_name");
  const isPerson = /^(?:no|n|false|0)$/i.test(one("is_company"));
  const company_name = isPerson ? "" : something("company_name");
  const whole = something("name");
  if (!first_name && !last_name && !company_name && whole) {
    // "Frost, Ada" as well as "Ada Frost".
    const [last = "", first] = whole.split(/,\s*/);
    const split = first ? { first_name: first, last_name: last } : splitName(whole);
    first_name = split.first_name ?? "";
    last_name = split.last_name ?? "";
  }
  const several = (kind: "email" | "phone", parts: string[]) =>
    Object.fromEntries([...new Set(parts)].map((part, place) => [`${kind}_${place}`, part]));
  const emails = all("email")
    .flatMap((cell) => cell.split(/[\s,;]+/))
    .filter((part) => !NOTHING.test(part));
  const phones = all("phone")
    .flatMap((cell) => cell.split(/[,;/\n]|\bor\b/i))
    .map(cleanLine)
    .filter((part) => /\d/.test(part) && !NOTHING.test(part));
  const most = CUSTOMER_LIMITS.contacts;
  if (emails.length > most || phones.length > most)
    return {
      ok: false as const,
      errors: { email: `A customer can have at most ${most} emails and ${most} phones.` },
    };
  const checked = checkCustomerForm({
    kind: company_name ? "company" : "person",
    ...{ first_name, last_name, company_name },
    tags: all("tags")
      .flatMap((cell) => cell.split(/[,;|]/))
      .join(","),
    ...several("email", emails),
    ...several("phone", phones),
  });
  if (checked.ok) return checked;
  const errors = Object.entries(checked.errors).map(([name, message]) => {
    if (name.startsWith("email_"))
      return [name, `Email: “${emails[Number(name.slice(6))]}” is not an email address.`];
    if (name.startsWith("phone_"))
      return [name, "Phone: write the number with its area code, such as (603) 555-0142."];
    return [name, name === "first_name" && message === "Enter a name." ? "There is no name." : message];
  });
  return { ok: false as const, errors: Object.fromEntries(errors) as Record<string, string> };
}

function readHome(
  one: One,
  all: All,
  something: One,
): { ok: true; value: RowHome | null } | ReturnType<typeof bad> {
  const parts = something("address") ? splitAddress(something("address")) : null;
  if (something("address") && !parts)
    return bad("The address can’t be read. Write it like 12 Elm St, Concord, NH 03301.");
  const street = parts?.street ?? something("street");
  if (!street) return { ok: true, value: null };
  const said = parts?.zip ?? something("zip_code");
  // Spreadsheets drop the zero that New England's ZIP codes begin with.
  const zip_code = /^\d{3,4}$/.test(said) ? said.padStart(5, "0") : said;
  const baths = /^(\d+)(?:\.5| ?½)$/.exec(one("bathrooms"));
  const submission = propertySchema.safeParse({
    property_type: /commerc|business|office|company/i.test(one("property_type"))
      ? "commercial"
      : "residential",
    address_line1: street,
    address_line2: parts ? parts.apartment : something("apartment"),
    city: parts?.city ?? something("city"),
    state: (parts?.state ?? something("state")) || stateOf(zip_code),
    zip_code,
    bedrooms: numberIn(something("bedrooms")),
    bathrooms: baths?.[1] ?? numberIn(something("bathrooms")),
    half_baths: baths ? "1" : numberIn(something("half_baths")),
    square_footage: numberIn(something("square_footage")),
    special_instructions: all("instructions").join("\n\n"),
  });
  if (!submission.success) return bad(submission.error.issues[0]?.message ?? "The address can’t be read.");
  const { name: _name, version: _version, ...value } = submission.data;
  return { ok: true, value };
}

/** "12 Elm St, Apt 2, Concord, NH 03301" in its parts; null if they can't be told apart. */
function splitAddress(text: string) {
  const match =
    /^(.+?),\s*(?:([^,]+),\s*)?([^,]+),\s*([A-Za-z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)(?:,\s*(?:USA?|United States))?$/.exec(
      text,
    );
  if (!match) return null;
  const [, street = "", apartment = "", city = "", state = "", zip = ""] = match;
  return { street, apartment, city, state, zip };
}
