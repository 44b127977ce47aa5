import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { readDay } from "~/features/moving/cells";
import {
  fieldNames,
  type Mapping,
  recognizeColumns,
  recognizeVendor,
  whyNotMapping,
} from "~/features/moving/columns";
import { CUSTOMER_COLUMNS, type Field } from "./columns";
import { type Row, readRow } from "./row";

/** The rows of a sample file in our words, with what was recognized. */
function sample(name: string) {
  const text = readFileSync(`tests/samples/imports/${name}.csv`, "utf8");
  const [headers = [], ...lines] = parse(text, { relax_column_count: true }) as string[][];
  const mapping = recognizeColumns(CUSTOMER_COLUMNS, headers);
  const rows = lines.map((cells) => {
    const read = readRow(cells, mapping);
    if (!read.ok) throw new Error(`${name}: ${read.reason}`);
    return read.row;
  });
  return { vendor: recognizeVendor(CUSTOMER_COLUMNS, headers), mapping, rows };
}

describe("the layouts of other programs", () => {
  test.each([
    ["jobber", "jobber"],
    ["housecall-pro", "housecall"],
    ["bookingkoala", "bookingkoala"],
    ["launch27", "launch27"],
    ["zenmaid", "zenmaid"],
  ])("of %s are recognized, and their columns can be read without a choice", (name, vendor) => {
    const found = sample(name);
    expect(found.vendor).toBe(vendor);
    expect(whyNotMapping(CUSTOMER_COLUMNS, found.mapping)).toBeNull();
    expect(found.rows.every(({ home, emails, phones }) => home && emails[0] && phones[0])).toBe(true);
  });

  test("of Jobber have companies, several contacts, a code, and ZIP codes that lost their zero", () => {
    const [ruth, lake, dental] = sample("jobber").rows;
    expect(ruth).toMatchObject({
      ...{
        external_id: "1001",
        kind: "person",
        first_name: "Ruth",
        last_name: "Merrill",
        since: "2021-03-09",
      },
      ...{ emails: ["ruth@mail.example", "merrill@work.example"], phones: ["+16035550177", "+16035550178"] },
      ...{ tags: ["weekly", "dogs"], codes: [{ kind: "code", label: "Entry code", value: "#4711" }] },
      home: { address_line1: "14 Barnstead Rd", zip_code: "03263" },
    });
    expect(lake?.home).toMatchObject({ address_line2: "Unit B", state: "New Hampshire" });
    expect(dental).toMatchObject({ kind: "company", company_name: "Birchwood Dental", first_name: "Paul" });
  });

  test("of ZenMaid have half baths, square feet, codes, keys and alarms", () => {
    const [marcus, beth] = sample("zenmaid").rows;
    expect(marcus?.home).toMatchObject({ bathrooms: 2, half_baths: 1, square_footage: 1850 });
    expect(marcus?.codes.map(({ kind, value }) => [kind, value])).toEqual([
      ["code", "Lockbox 1142"],
      ["alarm", "7788 then off"],
    ]);
    expect(beth?.codes).toEqual([{ kind: "key", label: "Key", value: "Under the third birch" }]);
  });

  test("are recognized by their headings in any case and with any signs", () => {
    expect(recognizeColumns(CUSTOMER_COLUMNS, ["FIRST_NAME", "last name", "E-Mail", "zip", "Wi-Fi"])).toEqual(
      [...["first_name", "last_name", "email", "zip_code", null]],
    );
  });

  test("every field is recognized by what the page calls it", () => {
    const unknown = fieldNames(CUSTOMER_COLUMNS).filter(
      (field) => recognizeColumns(CUSTOMER_COLUMNS, [CUSTOMER_COLUMNS.fields[field]])[0] !== field,
    );
    expect(unknown).toEqual([]);
  });
});

describe("a mapping", () => {
  test.each<[Mapping, string]>([
    [["email", null], "Choose the column that has the names of the customers."],
    [["name", "city", "city"], "“City” is chosen for two columns. Choose it for one."],
    [["name", "street", "address"], "Choose a street, or a whole address in one cell, not both."],
  ])("%j is refused", (mapping, message) => {
    expect(whyNotMapping(CUSTOMER_COLUMNS, mapping)).toBe(message);
  });

  test("can have two emails", () => {
    expect(whyNotMapping(CUSTOMER_COLUMNS, ["name", "email", "email"])).toBeNull();
  });
});

const read = (fields: Partial<Record<Field, string>>) => {
  const mapping = Object.keys(fields) as Mapping;
  return readRow(Object.values(fields), mapping);
};
const row = (fields: Parameters<typeof read>[0]): Row => {
  const found = read({ name: "Ada Frost", ...fields });
  if (!found.ok) throw new Error(found.reason);
  return found.row;
};
const HOME = { street: "1 Elm St", city: "Concord", state: "NH", zip_code: "03301" };

describe("a row", () => {
  test.each([
    ["Ada Frost", "Ada", "Frost"],
    ["Frost, Ada", "Ada", "Frost"],
    ["Ada", "Ada", null],
  ])("whose name is %s has its parts", (name, first_name, last_name) => {
    expect(row({ name })).toMatchObject({ first_name, last_name });
  });

  test("takes apart a whole address", () => {
    expect(row({ address: "12 Elm St, Apt 2, Concord, NH 03301, USA" }).home).toMatchObject({
      ...{
        address_line1: "12 Elm St",
        address_line2: "Apt 2",
        city: "Concord",
        state: "NH",
        zip_code: "03301",
      },
    });
  });

  test("leaves out what says nothing", () => {
    const empty = { email: "n/a", phone: "none", street: "-", entry_code: "None", tags: "" };
    expect(row(empty)).toMatchObject({ emails: [], phones: [], home: null, codes: [], tags: [] });
  });

  test("keeps a code of zeros", () => {
    expect(row({ ...HOME, entry_code: "0000" }).codes).toEqual([
      { kind: "code", label: "Entry code", value: "0000" },
    ]);
  });

  test.each([
    [{ name: "", email: "ada@mail.example" }, "There is no name."],
    [{ name: "Ada", email: "ada at mail" }, "Email: “ada” is not an email address."],
    [
      { name: "Ada", phone: "555-0142" },
      "Phone: write the number with its area code, such as (603) 555-0142.",
    ],
    [{ name: "Ada", ...HOME, zip_code: "" }, "ZIP code is required."],
    [
      { name: "Ada", ...HOME, state: "XX" },
      "State must be a two-letter code or a name, like NH or New Hampshire.",
    ],
    [{ name: "Ada", ...HOME, bedrooms: "many" }, "Bedrooms must be a whole number up to 50."],
    [
      { name: "Ada", address: "somewhere" },
      "The address can’t be read. Write it like 12 Elm St, Concord, NH 03301.",
    ],
    [
      { name: "Ada", since: "13/40/2026" },
      "Customer since: “13/40/2026” is not a date. Write it like 11/25/2026.",
    ],
    [
      { name: "Ada", entry_code: "4711" },
      "There is an entry code, but no address that it opens. Add the street, city, state and ZIP code.",
    ],
  ])("%j is bad, with what to mend", (fields, reason) => {
    expect(read(fields)).toEqual({ ok: false, reason });
  });
});

test.each([
  ["11/25/2026", "2026-11-25"],
  ["3/9/21", "2021-03-09"],
  ["11-25-2026 14:30", "2026-11-25"],
  ["2026-11-25T14:30:00Z", "2026-11-25"],
  ["Nov 25, 2026", "2026-11-25"],
  ["Wednesday, November 25th, 2026", "2026-11-25"],
  ["", null],
  ["25/11/2026", undefined],
  ["02/30/2026", undefined],
  ["0000-01-01", undefined],
  ["1/1/0001", undefined],
  ["soon", undefined],
])("the day %s is %s", (text, day) => {
  expect(readDay(text)).toBe(day);
});

describe("the state of a ZIP code", () => {
  test.each([
    ["03301", "NH"],
    ["3301", "NH"],
    ["02108-1234", "MA"],
    ["05501", "MA"],
    ["06390", "NY"],
    ["20148", "VA"],
    ["73301", "TX"],
    ["99501", "AK"],
  ])("%s is that of a home whose row has none: %s", (zip_code, state) => {
    expect(read({ name: "Ada", ...HOME, zip_code, state: "" })).toMatchObject({ row: { home: { state } } });
  });

  test("doesn’t replace what the row says, and one of no state asks for it", () => {
    expect(read({ name: "Ada", ...HOME, zip_code: "02108", state: "NH" })).toMatchObject({
      row: { home: { state: "NH" } },
    });
    expect(read({ name: "Ada", ...HOME, zip_code: "09012", state: "" })).toEqual({
      ok: false,
      reason: "State is required.",
    });
  });
});
