import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { ahead, aVisit, CUSTOMERS, visitsFile } from "../support/imported-visits";
import { csvText } from "../support/imports";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";
import { giveRole } from "../support/staff";

const site = await testApp();
const { app, pool, clear, queues, get } = site;
const { signIn, page, post } = officeVisitor(site);
let cookie = "";

beforeEach(async () => {
  await clear();
  cookie = (await signIn()).cookie;
});

/** Uploads a file as the form does; where it leads. */
async function upload(content: string, as = cookie) {
  const body = new FormData();
  body.set("file", new File([content], "customers.csv", { type: "text/csv" }));
  const request = { method: "POST", headers: { Cookie: as }, body };
  const response = await app.request(new Request(`${ORIGIN}/admin/imports/upload`, request));
  return {
    status: response.status,
    to: response.headers.get("Location") ?? "",
    text: await response.text(),
  };
}

/** Takes the columns as they were recognized, and does the dry run. */
async function mapAsRecognized(to: string): Promise<void> {
  const { rows } = await pool.query("select mapping from import_runs where id = $1", [to.split("/").at(-1)]);
  const columns = rows[0].mapping.map((field: string | null, place: number) => [
    `column_${place}`,
    field ?? "",
  ]);
  await post(to, { intent: "map", vendor: "other", ...Object.fromEntries(columns) });
  await queues.run("check-import");
}

const HEAD = ["First name", "Last name", "Email", "Street", "City", "State", "ZIP", "Notes"];
const ADA = ["Ada", "Frost", "ada@mail.example", "1 Elm St", "Concord", "NH", "03301", "Pays late."];
const BAD = ["Ruth", "Merrill", "broken", "", "", "", "", ""];
const COLUMNS = {
  ...{ column_0: "first_name", column_1: "last_name", column_2: "email", column_3: "street" },
  ...{ column_4: "city", column_5: "state", column_6: "zip_code", column_7: "note" },
};

describe("an import of visits without script", () => {
  test("asks for unknown names, shows clashes with their answers, and lays the visits", async () => {
    const customers = await upload(CUSTOMERS);
    await mapAsRecognized(customers.to);
    await post(customers.to, { intent: "commit" });
    await queues.run("commit-import");
    const day = `6/10/${new Date().getUTCFullYear() + 1}`;
    const visits = visitsFile(
      aVisit(),
      ahead({ Date: day, Team: "Squad Blue" }),
      ahead({ "Booking ID": "602", Date: day, Team: "Squad Blue" }),
    );
    const { to } = await upload(visits);
    const mapping = await page(to);
    expect(mapping.text).toContain("The rows are about");
    expect(mapping.html).toMatch(/<option value="visits" selected/);
    expect((await post(to, { intent: "subject", subject: "nothing" })).status).toBe(400);
    await mapAsRecognized(to);
    const asked = await page(to);
    expect(asked.text).toContain("Crew “Squad Blue” (2)");
    const { rows: crews } = await pool.query("select id from crews where name = 'Birch crew'");
    const values = { choice_0_value: "Squad Blue", choice_0: crews[0].id };
    expect((await post(to, { intent: "values", ...values })).status).toBe(303);
    await queues.run("check-import");
    const found = await page(to);
    expect(found.text).toContain("Its crew has the visit of line 3 then.");
    expect(found.text).toContain("Another free crew");
    expect((await post(to, { intent: "answer", line: "4", answer: "nobody" })).status).toBe(303);
    expect((await post(to, { intent: "commit" })).status).toBe(303);
    await queues.run("commit-import");
    const laid = await pool.query("select id, history_of from bookings order by starts_at");
    expect(laid.rows).toHaveLength(3);
    for (const { id } of laid.rows) {
      const { status, text } = await page(`/admin/bookings/${id}`);
      expect([status, text.includes("From: the other program")]).toEqual([200, true]);
    }
    expect((await page("/admin/bookings?q=Ruth")).text).toContain("Ruth Merrill");
    expect((await page("/admin")).status).toBe(200);
  });
});

describe("an import without script", () => {
  test("goes from the upload over the columns and the dry run to its undo", async () => {
    const { status, to } = await upload(csvText(HEAD, ADA, BAD));
    expect([status, to]).toEqual([303, expect.stringMatching(/^\/admin\/imports\/[0-9a-f-]{36}$/)]);
    const mapping = await page(to);
    expect(mapping.text).toContain("8 of 8 columns are recognized");
    expect(mapping.text).toContain("ada@mail.example");

    expect((await post(to, { intent: "map", vendor: "other", ...COLUMNS })).status).toBe(303);
    const waiting = await page(to);
    expect(waiting.text).toContain("The dry run is running");
    expect(waiting.html).toMatch(/http-equiv="refresh"/i);
    await queues.run("check-import");
    const found = await page(to);
    expect(found.text).toContain("1 new, 0 changed, 0 the same. No email goes out.");
    expect(found.text).toContain("Email: “broken” is not an email address.");
    expect(found.text).toContain("1 row can’t be imported.");
    expect((await page(`${to}?show=new`)).text).not.toContain("broken");
    expect((await page(`${to}?q=ada@mail`)).text).not.toContain("broken");
    const file = await get(`${to}/bad-rows`, { Cookie: cookie });
    expect([file.status, file.headers.get("Content-Disposition")]).toEqual([
      200,
      'attachment; filename="bad-rows.csv"',
    ]);
    await file.text();
    expect((await page("/admin/activity")).text).toContain("downloaded the bad rows of an import");

    expect((await post(to, { intent: "commit" })).status).toBe(303);
    await queues.run("commit-import");
    const done = await page(to);
    expect(done.text).toContain("The 1 customer that this import added get no emails");
    expect((await page("/admin/customers")).text).toContain("Ada Frost");
    expect((await page("/admin/activity")).text).toContain("by an import");
    expect((await post(to, { intent: "mails-on" })).status).toBe(303);
    expect((await page(to)).text).toContain("Emails go out");

    expect((await post(to, { intent: "undo" })).status).toBe(303);
    expect((await page(to)).text).toContain("This import was undone");
    expect((await page("/admin/customers")).text).not.toContain("Ada Frost");
    expect((await page("/admin/imports")).text).toContain("Undone");
  });

  test("whose undo is refused says what depends on it", async () => {
    const { to } = await upload(csvText(HEAD, ADA));
    await post(to, { intent: "map", vendor: "other", ...COLUMNS });
    await queues.run("check-import");
    await post(to, { intent: "commit" });
    await queues.run("commit-import");
    await pool.query(
      `insert into staff_notes (customer_id, body) select id, 'Called.' from customers where first_name = 'Ada'`,
    );
    const refused = await post(to, { intent: "undo" });
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(/Ada Frost #\d+ ?: a staff note/);
  });

  test("refuses a mapping without names, and keeps what was chosen", async () => {
    const { to } = await upload(csvText(HEAD, ADA));
    const refused = await post(to, { intent: "map", vendor: "zenmaid", column_2: "email" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Choose the column that has the names of the customers.");
    expect(refused.html).toMatch(/<option value="zenmaid" selected/);
  });

  test("is removed by a form that is pressed twice", async () => {
    const { to } = await upload(csvText(HEAD, ADA));
    for (let press = 0; press < 2; press += 1) {
      const removed = await post(to, { intent: "remove" });
      expect([removed.status, removed.to]).toEqual([303, "/admin/imports"]);
    }
  });

  test("answers forms that make no sense with a message", async () => {
    const { to } = await upload(csvText(HEAD, ADA));
    const forms: Record<string, string>[] = [
      ...[{ intent: "toString" }, { intent: "commit" }],
      { intent: "answer", line: "x", answer: "ours" },
    ];
    for (const form of forms) expect([form, (await post(to, form)).status]).toEqual([form, 400]);
    expect(
      (await post("/admin/imports/00000000-0000-4000-8000-000000000000", { intent: "undo" })).status,
    ).toBe(404);
    expect((await page(`${to}?after=9999999999999&show=nothing&q=%25`)).status).toBe(200);
  });
});

test.each(["jobber", "housecall-pro", "bookingkoala", "launch27", "zenmaid"])(
  "the sample file of %s is recognized whole enough to start",
  async (name) => {
    const { to } = await upload(readFileSync(`tests/samples/imports/${name}.csv`, "utf8"));
    expect((await page(to)).text).toMatch(/\d+ of \d+ columns are recognized/);
  },
);

test("a file that is no CSV is refused by a message that stays, beside the form for another one", async () => {
  expect(await upload("")).toMatchObject({
    status: 400,
    text: expect.stringContaining("The file is empty."),
  });
});

test("dispatchers and bookkeepers have no imports", async () => {
  for (const role of ["dispatcher", "bookkeeper"]) {
    const person = await signedIn(site, { email: `${role}@mail.example` });
    await giveRole(pool, person.id, role);
    expect((await get("/admin/imports", { Cookie: person.cookie })).status).toBe(403);
    expect((await upload(csvText(HEAD, ADA), person.cookie)).status).toBe(403);
  }
});
