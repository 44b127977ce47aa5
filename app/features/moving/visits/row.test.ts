import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { fieldNames, recognizeColumns, recognizeVendor, whyNotMapping } from "~/features/moving/columns";
import { recognizeSubject } from "~/features/moving/subjects";
import { type Field, VISIT_COLUMNS } from "./columns";
import { readVisitRow } from "./row";
import { visitKey } from "./rules";

const ZONE = "America/New_York";

function sample(name: string) {
  const text = readFileSync(`tests/samples/imports/${name}.csv`, "utf8");
  const [headers = [], ...lines] = parse(text, { relax_quotes: true }) as string[][];
  const mapping = recognizeColumns(VISIT_COLUMNS, headers);
  const rows = lines.map((cells) => {
    const read = readVisitRow(cells, mapping, ZONE);
    if (!read.ok) throw new Error(`${name}: ${read.reason}`);
    return read.row;
  });
  return {
    vendor: recognizeVendor(VISIT_COLUMNS, headers),
    subject: recognizeSubject(headers),
    mapping,
    rows,
  };
}

const read = (fields: Partial<Record<Field, string>>) =>
  readVisitRow(Object.values(fields), Object.keys(fields), ZONE);
const RUTH = { email: "ruth@mail.example", service: "Regular Cleaning", date: "3/4/2026", time: "9:00 AM" };

describe("the lists of visits of other programs", () => {
  test.each([
    [
      "bookingkoala",
      { frequency: "biweekly", discount: 1_000, tip: 2_000, extras: "Inside fridge", bedrooms: 3 },
    ],
    ["jobber", { frequency: "other" }],
    ["housecall-pro", { frequency: null }],
    ["launch27", { frequency: "biweekly", tip: 2_000, paid: true }],
    ["zenmaid", { frequency: "biweekly" }],
  ])("%s: both visits are read whole", (name, first) => {
    const { vendor, subject, mapping, rows } = sample(`${name}-visits`);
    expect([vendor, subject]).toEqual([name.split("-")[0], "visits"]);
    expect(whyNotMapping(VISIT_COLUMNS, mapping)).toBeNull();
    const common = {
      service: "Regular Cleaning",
      time: "09:00",
      minutes: 150,
      crew: "Team Blue",
      amount: 15_000,
    };
    expect(rows).toMatchObject([
      { ...common, ...first, date: "2026-03-04", status: "completed" },
      { ...common, date: "2026-12-16" },
    ]);
    expect(rows[1]?.status === "completed").toBe(false);
    const { person } = rows[0] ?? {};
    expect(person).toMatchObject({
      first_name: "Ruth",
      home: { address_line1: "14 Barnstead Rd", zip_code: "03263" },
    });
    expect(visitKey(rows[0] as never, vendor, "ruth")).not.toBe(visitKey(rows[1] as never, vendor, "ruth"));
  });

  test.each(["jobber", "housecall-pro", "bookingkoala", "launch27", "zenmaid"])(
    "%s: a list of customers is not taken for visits",
    (name) => expect(recognizeSubject(headersOf(name))).toBe("customers"),
  );

  test("each field is recognized by its own name", () => {
    const unknown = fieldNames(VISIT_COLUMNS).filter(
      (field) => recognizeColumns(VISIT_COLUMNS, [VISIT_COLUMNS.fields[field]])[0] !== field,
    );
    expect(unknown).toEqual([]);
  });
});

const headersOf = (name: string) =>
  (
    parse(readFileSync(`tests/samples/imports/${name}.csv`, "utf8"), {
      relax_column_count: true,
    }) as string[][]
  )[0] ?? [];

describe("a row about a visit", () => {
  test.each([
    [{ date: "" }, "There is no date."],
    [{ date: "soon" }, "Date: “soon” is not a date."],
    [{ time: "noonish" }, "Start time: “noonish” is not a time."],
    [{ duration: "long" }, "Length: “long” can’t be read."],
    [{ total: "much" }, "Price: “much” is not an amount."],
    [{ tip: "some" }, "Tip: “some” is not an amount."],
    [{ status: "Blue" }, "Status: “Blue” is unknown."],
    [{ service: "" }, "There is no service."],
    [{ email: "" }, "The row doesn’t say whose visit it is."],
    [{ email: "broken" }, "Email: “broken” is not an email address."],
    [{ address: "somewhere" }, "The address can’t be read."],
  ])("with %j is refused: %s", (fields, reason) => {
    const outcome = read({ ...RUTH, ...fields });
    expect(!outcome.ok && outcome.reason).toContain(reason);
  });

  test.each([
    [
      { total: "$160.00", tax: "$10.00" },
      { amount: 15_000, tax: 1_000, discount: 0 },
    ],
    [
      { price: "$160.00", discount: "-$10.00", tax: "5" },
      { amount: 15_000, tax: 500, discount: 1_000 },
    ],
    [
      { price: "160", discount: "10", total: "150" },
      { amount: 15_000, tax: 0, discount: 1_000 },
    ],
    [{}, { amount: 0, tax: 0, discount: 0, paid: null, prepaid: 0 }],
    [
      { total: "$150.00", due: "0" },
      { paid: true, prepaid: 15_000 },
    ],
    [
      { total: "$150.00", due: "$50.00" },
      { paid: false, prepaid: 10_000 },
    ],
    [
      { total: "$150.00", paid: "$40.00" },
      { paid: false, prepaid: 4_000 },
    ],
    [
      { total: "$150.00", paid: "No" },
      { paid: false, prepaid: 0 },
    ],
    [
      { total: "$150.00", due: "$150.00", paid: "" },
      { paid: false, prepaid: 0 },
    ],
  ])("with %j costs %j", (fields, money) => {
    expect(read({ ...RUTH, ...fields })).toMatchObject({ ok: true, row: money });
  });

  test.each([
    [{ end: "11:30 AM" }, 150],
    [{ end: "3/4/2026 11:30 AM" }, 150],
    [{ time: "9:00 AM - 11:00 AM" }, 120],
    [{ duration: "3", end: "11:00 AM" }, 180],
    [{ end: "8:00 AM" }, null],
    [{}, null],
  ])("with %j takes %j minutes", (fields, minutes) => {
    expect(read({ ...RUTH, ...fields })).toMatchObject({ ok: true, row: { minutes } });
  });

  test.each(["0.00", "0", "-", ""])(
    "has the price of the column that has one, beside one with “%s”",
    (empty) => {
      const cells = [...Object.values(RUTH), empty, "150.00"];
      const mapping = [...Object.keys(RUTH), "total", "total"];
      expect(readVisitRow(cells, mapping, ZONE)).toMatchObject({ ok: true, row: { amount: 15_000 } });
    },
  );

  test("without an ID is another visit at another home, and the same one at the same home", () => {
    const keyAt = (street: string) => {
      const outcome = read({ ...RUTH, street, city: "Pittsfield", state: "NH", zip_code: "03263" });
      return outcome.ok && visitKey(outcome.row, "other", "ruth");
    };
    expect(keyAt("14 Barnstead Rd")).not.toBe(keyAt("16 Barnstead Rd"));
    expect(keyAt("14 Barnstead Rd")).toBe(keyAt("14 barnstead rd"));
  });

  test("keeps the street of an address without its ZIP code, and needs no name", () => {
    expect(read({ ...RUTH, street: "14 Barnstead Rd", city: "Pittsfield" })).toMatchObject({
      ok: true,
      row: { street: "14 Barnstead Rd", person: { emails: ["ruth@mail.example"], home: null } },
    });
  });
});

test("a service that is cut within an emoji stays a text that the database can keep", () => {
  const found = read({ ...RUTH, service: `${"x".repeat(119)}🧽 and more` });
  expect(found).toMatchObject({ row: { service: `${"x".repeat(119)}\ufffd` } });
});
