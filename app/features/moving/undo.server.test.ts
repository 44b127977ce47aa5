import { beforeEach, describe, expect, test } from "vitest";
import { addCode, replaceCode } from "~/features/customers/codes/save.server";
import { mergeCustomers, undoMerge } from "~/features/customers/merges/merge.server";
import { readPreview } from "~/features/customers/merges/queries.server";
import { addCustomerNote } from "~/features/customers/office/notes.server";
import {
  addCustomer,
  confirmEmail,
  editCustomer,
  readCustomerFields,
} from "~/features/customers/office/save.server";
import { sendEmailOnce } from "~/features/notifications/email/send.server";
import { forgetOld } from "~/features/operations/retention/forget-old.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../tests/support/ctx";
import { csvText, dryRun, importFile, viewOf } from "../../../tests/support/imports";
import { staffCtx } from "../../../tests/support/staff";
import { confirmedVisit } from "../../../tests/support/visits";
import { cancelCommit, commitBatch, startCommit } from "./commit.server";
import { answerConflicts, switchMails } from "./mapping.server";
import { readHeldMails } from "./queries.server";
import { undoImport } from "./undo.server";

const world = await testWorld();
const { pool, queues, clear, clock, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const HEAD = [
  "Customer ID",
  "First name",
  "Last name",
  "Email",
  "Phone",
  "Tags",
  "Street",
  "City",
  "State",
  "ZIP",
  "Bedrooms",
  "Door code",
  "Notes",
];
const RUTH = [
  "7",
  "Ruth",
  "Merrill",
  "ruth@mail.example",
  "603 555 0177",
  "vip",
  "14 Barnstead Rd",
  "Pittsfield",
  "NH",
  "03263",
  "3",
  "4711",
  "Pays late.",
];
const file = (...rows: string[][]) => csvText(HEAD, ...rows);

/** Everything that an import may change, as text. */
async function everything() {
  const tables = [
    "customers",
    "customer_contacts",
    "properties",
    "staff_notes",
    "entry_codes",
    "import_links",
  ];
  const rows = tables.map(
    async (table) =>
      (await pool.query(`select to_jsonb(t) - 'updated_at' as row from ${table} t order by 1`)).rows,
  );
  return Object.fromEntries((await Promise.all(rows)).map((found, place) => [tables[place], found]));
}
const ruths = async () =>
  (await pool.query("select id from customers where first_name = 'Ruth'")).rows[0].id as string;
const fresh = { kind: "person" as const, company_name: null, labels: {}, language: "en", source: null };
/** Ruth as the office had entered her before. */
async function addRuth() {
  const id = crypto.randomUUID();
  const form = {
    ...fresh,
    first_name: "Ruth",
    last_name: null,
    emails: ["ruth@mail.example"],
    phones: [],
    tags: ["old"],
  };
  await addCustomer(staff(), { id, ...form });
  return id;
}

describe("undoing an import", () => {
  test("leaves everything as it was", async () => {
    await addRuth();
    const before = await everything();
    const paul = RUTH.with(0, "8").with(1, "Paul").with(3, "paul@mail.example").with(4, "");
    const id = await importFile(world, staff(), file(RUTH, paul));
    expect((await viewOf(staff(), id)).counts).toMatchObject({ new: 1, changed: 1 });
    expect(await everything()).not.toEqual(before);
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await everything()).toEqual(before);
    expect((await viewOf(staff(), id)).state).toBe("undone");
  });

  test("can be asked for again by somebody who didn't get the answer, and changes nothing then", async () => {
    const id = await importFile(world, staff(), file(RUTH));
    expect(await startCommit(staff(), id)).toEqual({ ok: true });
    expect((await viewOf(staff(), id)).state).toBe("committed");
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    const { rows } = await pool.query(
      "select action from audit_log where entity = 'import' and action in ('import.started', 'import.undone')",
    );
    expect(rows).toHaveLength(2);
  });

  test("puts a taken answer back", async () => {
    const ruth = await addRuth();
    await pool.query("update customers set last_name = 'Hale' where id = $1", [ruth]);
    const before = await everything();
    const id = await dryRun(world, staff(), file(RUTH));
    await answerConflicts(staff(), { id, line: 2, answer: "theirs" });
    await startCommit(staff(), id);
    await queues.run("commit-import");
    expect((await readCustomerFields(staff(), ruth))?.values.last_name).toBe("Merrill");
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await everything()).toEqual(before);
  });

  test("of a stopped import takes back what it had added", async () => {
    const before = await everything();
    const rows = Array.from({ length: 250 }, (_, place) =>
      RUTH.with(0, `${place}`).with(3, `p${place}@mail.example`),
    );
    const id = await dryRun(world, staff(), file(...rows));
    await startCommit(staff(), id);
    await commitBatch(ctx({ actor: { kind: "system" } }), id);
    expect(await cancelCommit(staff(), id)).toEqual({ ok: true });
    await queues.run("commit-import");
    expect(await viewOf(staff(), id)).toMatchObject({ state: "cancelled", added: 200 });
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await everything()).toEqual(before);
  });

  const LATER: [string, (ruth: string, home: string) => Promise<unknown>][] = [
    ["a staff note", (ruth) => addCustomerNote(staff(), { customer_id: ruth, body: "Called." })],
    [
      "an entry code that was added since",
      (_ruth, home) => {
        const code = {
          code_id: crypto.randomUUID(),
          kind: "key" as const,
          label: "Shed",
          value: "under the mat",
        };
        return addCode(staff(), { home, by: "office", ...code });
      },
    ],
    [
      "a change since",
      async (ruth) => {
        const read = await readCustomerFields(staff(), ruth);
        const form = { ...fresh, first_name: "Ruth", last_name: "Hale", emails: [], phones: [], tags: [] };
        return editCustomer(staff(), { id: ruth, seen: read?.seen, ...form });
      },
    ],
    [
      "credit",
      (ruth) =>
        pool.query(
          `insert into credit_transfers (at, from_account, to_account, to_customer, amount, currency, key)
        values (now(), 'goodwill', 'customer', $1, 500, 'USD', gen_random_uuid()::text)`,
          [ruth],
        ),
    ],
    [
      "a message",
      (ruth) =>
        pool.query(
          `insert into contact_messages (submission_id, name, email, message, customer_id)
        values (gen_random_uuid(), 'Ruth', 'ruth@work.example', 'Hello', $1)`,
          [ruth],
        ),
    ],
    [
      "an entry code that was replaced since",
      async (_ruth, home) => {
        const { rows } = await pool.query("select id from entry_codes where property_id = $1", [home]);
        const code = { home, by: "office" as const, code_id: rows[0].id, value: "2580" };
        return replaceCode(staff(), code);
      },
    ],
    ["a later import", () => importFile(world, staff(), file(RUTH.with(12, "Moved.")))],
  ];

  test.each(LATER)("is refused with %s, and changes nothing", async (what, later) => {
    const id = await importFile(world, staff(), file(RUTH));
    const ruth = await ruths();
    const { rows: homes } = await pool.query("select id from properties where customer_id = $1", [ruth]);
    clock.set("2026-06-02T12:00:00Z");
    await later(ruth, homes[0].id);
    const before = await everything();
    const outcome = await undoImport(staff(), id);
    expect(outcome).toMatchObject({ ok: false, reason: "depended on" });
    expect(JSON.stringify(outcome)).toContain(`"what":"${what}"`);
    expect(await everything()).toEqual(before);
  });

  test("is refused when the office has changed a home since, which it had before", async () => {
    const ruth = await addRuth();
    await pool.query(
      `insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', '14 Barnstead Rd', 'Pittsfield', 'NH', '03263')`,
      [ruth],
    );
    const id = await importFile(world, staff(), file(RUTH));
    clock.set("2026-06-02T12:00:00Z");
    await pool.query("update properties set bedrooms = 4, updated_at = $1", [clock.now.toString()]);
    expect(await undoImport(staff(), id)).toMatchObject({
      dependents: [{ customer_id: ruth, what: "a change of the home since" }],
    });
    expect((await pool.query("select bedrooms from properties")).rows).toEqual([{ bedrooms: 4 }]);
  });

  test("is refused when the office has confirmed an email since, which it added to a customer from before", async () => {
    const ruth = await addRuth();
    const id = await importFile(world, staff(), file(RUTH.with(3, "ruth@mail.example; ruth@work.example")));
    await confirmEmail(staff(), { id: ruth, email: "ruth@work.example" });
    expect(await undoImport(staff(), id)).toMatchObject({
      dependents: [{ customer_id: ruth, what: "an email that was confirmed since" }],
    });
  });

  test("leaves the rows of another import that found its customers, which then adds them", async () => {
    const id = await importFile(world, staff(), file(RUTH));
    const again = await dryRun(world, staff(), file(RUTH));
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await startCommit(staff(), again)).toEqual({ ok: true });
    await queues.run("commit-import");
    expect((await viewOf(staff(), again)).counts).toMatchObject({ new: 1 });
    await ruths();
  });
});

describe("emails to imported customers", () => {
  const send = (to: string) => {
    const email = {
      occasion: `test:${to}:${clock.now}`,
      from: { name: "Us", address: "us@mail.example" },
      subject: "Hello",
    };
    return sendEmailOnce(ctx(), { ...email, to, html: "<p>Hello</p>", text: "Hello", attachments: [] });
  };
  const statusOf = async (to: string) =>
    (await pool.query("select status, error from mails where recipient = $1 order by created_at desc", [to]))
      .rows[0];

  test("are held until the owner switches them on", async () => {
    const id = await importFile(world, staff(), file(RUTH));
    await send("Ruth@mail.example");
    expect(await statusOf("Ruth@mail.example")).toMatchObject({
      status: "failed",
      error: expect.stringContaining("was imported"),
    });
    expect(await readHeldMails(staff())).toEqual({ count: 1, href: `/admin/imports/${id}` });
    expect(await switchMails(staff(), { id, on: true })).toEqual({ ok: true });
    expect(await readHeldMails(staff())).toBeNull();
    clock.set("2026-06-02T12:00:00Z");
    await send("Ruth@mail.example");
    expect((await statusOf("Ruth@mail.example")).error).toBeNull();
  });

  test("go to a customer who was there before, and to those who wrote to us", async () => {
    await addRuth();
    const paul = RUTH.with(0, "8").with(1, "Paul").with(3, "paul@mail.example").with(4, "");
    await importFile(world, staff(), file(RUTH, paul));
    await pool.query(
      `insert into contact_messages (submission_id, name, email, message) values (gen_random_uuid(), 'Paul', 'Paul@mail.example', 'Hello')`,
    );
    for (const to of ["ruth@mail.example", "paul@mail.example"]) {
      await send(to);
      expect((await statusOf(to)).error, to).toBeNull();
    }
  });

  test("go to a customer from before who was merged with an imported one, until the merge is undone", async () => {
    const ruth = await addRuth();
    await pool.query("update customer_contacts set value = 'ruth@old.example' where customer_id = $1", [
      ruth,
    ]);
    await importFile(world, staff(), file(RUTH));
    const { rows } = await pool.query("select id from customers where first_name = 'Ruth' and id <> $1", [
      ruth,
    ]);
    const pair = { kept: ruth, merged: rows[0].id as string };
    const { seen } = await readPreview(staff(), pair.kept, pair.merged);
    expect(await mergeCustomers(staff(), { ...pair, seen })).toEqual({ ok: true });
    for (const to of ["ruth@old.example", "ruth@mail.example"]) {
      await send(to);
      expect((await statusOf(to)).error, to).toBeNull();
    }
    const merges = await pool.query("select id from customer_merges");
    expect(await undoMerge(staff(), { id: merges.rows[0].id, kept: ruth })).toEqual({ ok: true });
    clock.set("2026-06-02T12:00:00Z");
    await send("ruth@mail.example");
    expect((await statusOf("ruth@mail.example")).error).toContain("was imported");
  });

  test("are held after a merge of two whom imports have added", async () => {
    await importFile(world, staff(), file(RUTH, RUTH.with(0, "8").with(4, "")));
    const { rows } = await pool.query("select id from customers where first_name = 'Ruth' order by number");
    const [kept, merged] = rows.map(({ id }) => id as string) as [string, string];
    const { seen } = await readPreview(staff(), kept, merged);
    expect(await mergeCustomers(staff(), { kept, merged, seen })).toEqual({ ok: true });
    await send("ruth@mail.example");
    expect((await statusOf("ruth@mail.example")).error).toContain("was imported");
  });

  const KNOWN: [string, string][] = [
    [
      "the company itself",
      `insert into admin_settings (category, key, value) values ('general', 'contact_email', 'Ruth@mail.example')
       on conflict (category, key) do update set value = excluded.value`,
    ],
    [
      "who is invited to the staff",
      `insert into invitations (email, role, invited_by, created_at, expires_at)
       select 'ruth@mail.example', 'dispatcher', id, now(), now() + interval '1 day' from users limit 1`,
    ],
    [
      "a member of a crew",
      `insert into crew_members (crew_id, name, email) select id, 'Ruth', 'Ruth@mail.example' from crews limit 1`,
    ],
    [
      "who asked for a visit outside the area",
      `insert into area_requests (submission_id, zip_code, name, email)
       values (gen_random_uuid(), '03301', 'Ruth', 'ruth@mail.example')`,
    ],
    [
      "who got a gift card",
      `insert into gift_cards (status, amount, currency, recipient_email, send_on, form_id, provider, checkout_expires_at)
       values ('paid', 5000, 'USD', 'ruth@mail.example', '2026-06-01', 'form', 'test-checkout', now())`,
    ],
  ];

  test.each(KNOWN)("go to %s", async (_who, statement) => {
    await importFile(world, staff(), file(RUTH));
    await pool.query(statement);
    await send("ruth@mail.example");
    expect((await statusOf("ruth@mail.example")).error).toBeNull();
  });

  test("go to a guest who booked on the site, and not to one for whom the office booked", async () => {
    await importFile(world, staff(), file(RUTH));
    const { id } = await confirmedVisit(ctx(), pool);
    const ruth = await ruths();
    const book = (draft: string) =>
      pool.query(
        "update bookings set customer_email = 'Ruth@mail.example', customer_id = $1, draft_id = $2 where id = $3",
        [ruth, draft, id],
      );
    await book("office:1");
    await send("ruth@mail.example");
    expect((await statusOf("ruth@mail.example")).error).toContain("was imported");
    await book(crypto.randomUUID());
    clock.set("2026-06-02T12:00:00Z");
    await send("ruth@mail.example");
    expect((await statusOf("ruth@mail.example")).error).toBeNull();
  });
});

test("an import that was stopped can't be undone once its rows are gone, as after an export was taken back", async () => {
  const id = await importFile(world, staff(), file(RUTH));
  await pool.query("update import_runs set state = 'cancelled' where id = $1", [id]);
  await pool.query("delete from import_rows");
  expect(await undoImport(staff(), id)).toMatchObject({ ok: false, reason: "refused" });
  expect(await viewOf(staff(), id)).toMatchObject({ state: "cancelled" });
});

test("the rows of an import are deleted after 30 days, and their customers stay", async () => {
  const id = await importFile(world, staff(), file(RUTH));
  const idle = await dryRun(world, staff(), file(RUTH));
  const stuck = await dryRun(world, staff(), file(RUTH));
  await pool.query("update import_runs set state = 'committing' where id = $1", [stuck]); // its job failed for good
  const count = async () => (await pool.query("select count(*)::int from import_rows")).rows[0].count;
  clock.set("2026-06-30T12:00:00Z");
  await forgetOld(ctx());
  expect(await count()).toBe(3);
  clock.set("2026-07-02T12:00:00Z");
  await forgetOld(ctx());
  expect(await count()).toBe(0);
  expect(await viewOf(staff(), id)).toMatchObject({ state: "committed", rows_gone: true, added: 1 });
  await expect(viewOf(staff(), idle)).rejects.toThrow();
  expect(await undoImport(staff(), id)).toMatchObject({ ok: false, reason: "refused" });
});
