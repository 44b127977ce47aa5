import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { forgetSubscriber, restoreSubscriber, unsubscribeByStaff } from "./office/change.server";
import { subscriberList } from "./office/list.server";
import { requestNewsletter } from "./subscribe.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

async function subscriber(email: string, status = "subscribed", unsubscribedAt: string | null = null) {
  const { rows } = await pool.query(
    `insert into newsletter_subscribers (email, status, confirmed_at, unsubscribed_at, created_at)
     values ($1, $2, '2026-05-02', $3, '2026-05-01') returning id`,
    [email, status, unsubscribedAt],
  );
  return rows[0].id as string;
}

const row = async (id: string) =>
  (await pool.query("select status, unsubscribed_at from newsletter_subscribers where id = $1", [id]))
    .rows[0];
const trail = async () =>
  (
    await pool.query("select action from audit_log where entity = 'newsletter_subscriber' order by id")
  ).rows.map(({ action }) => action);

describe("unsubscribing by staff", () => {
  test("can be undone to the previous state, and both are audited once", async () => {
    const unsubscribedAt = "2026-04-01T12:00:00.000Z";
    const id = await subscriber("ada@mail.example", "pending", unsubscribedAt);
    await unsubscribeByStaff(staff(), id);
    expect(await unsubscribeByStaff(staff(), id)).toEqual({ ok: true });
    expect(await row(id)).toMatchObject({ status: "unsubscribed" });
    expect(await restoreSubscriber(staff(), id)).toEqual({ ok: true });
    expect(await restoreSubscriber(staff(), id)).toEqual({ ok: true });
    expect(await row(id)).toEqual({ status: "pending", unsubscribed_at: new Date(unsubscribedAt) });
    expect(await trail()).toEqual(["newsletter.removed", "newsletter.restored"]);
  });

  test("deletes the newsletter's emails", async () => {
    const id = await subscriber("ada@mail.example");
    await pool.query(
      `insert into mails (occasion, recipient, subject, html, text, status)
       values ($1, 'ada@mail.example', '', '', '', 'sent'), ('other', 'ada@mail.example', '', '', '', 'sent')`,
      [`newsletter-welcome:${id}:1`],
    );
    await unsubscribeByStaff(staff(), id);
    const { rows } = await pool.query("select occasion from mails");
    expect(rows).toEqual([{ occasion: "other" }]);
  });
});

describe("nobody is resubscribed", () => {
  test("after unsubscribing themselves", async () => {
    const id = await subscriber("ada@mail.example", "unsubscribed", "2026-05-20T12:00:00Z");
    expect(await restoreSubscriber(staff(), id)).toMatchObject({ ok: false, reason: "changed" });
    expect(await row(id)).toMatchObject({ status: "unsubscribed" });
  });

  test("after a new request in the meantime", async () => {
    const id = await subscriber("ada@mail.example");
    await unsubscribeByStaff(staff(), id);
    await requestNewsletter(ctx(), { email: "ada@mail.example" });
    expect(await restoreSubscriber(staff(), id)).toMatchObject({ ok: false, reason: "changed" });
    expect(await row(id)).toMatchObject({ status: "pending" });
  });
});

test("a deleted address is gone and can't be restored", async () => {
  const id = await subscriber("ada@mail.example");
  expect(await forgetSubscriber(staff(), id)).toEqual({ ok: true });
  expect(await row(id)).toBeUndefined();
  for (const gone of [id, "", "1"]) {
    for (const verb of [forgetSubscriber, restoreSubscriber, unsubscribeByStaff])
      expect(await verb(staff(), gone)).toEqual({ ok: false, reason: "not found" });
  }
  const { rows } = await pool.query("select details::text from audit_log");
  expect(JSON.stringify(rows)).not.toContain("ada@mail.example");
});

test("the list is filtered and searched with exact counts, and the CSV file has the same rows", async () => {
  await subscriber("ada@mail.example");
  await subscriber("grace@mail.example", "pending");
  await subscriber("mary@mail.example", "unsubscribed", "2026-05-20T12:00:00Z");
  for (const [search, found] of [
    ["", ["ada", "grace", "mary"]],
    ["status=subscribed", ["ada"]],
    ["q=GRA", ["grace"]],
    ["q=mail.example&status=unsubscribed", ["mary"]],
    ["q=nobody", []],
  ] as const) {
    const query = subscriberList.parse(new URLSearchParams(search));
    const { rows, total, counts } = await subscriberList.read(staff(), query);
    const names = (emails: string[]) => emails.map((email) => email.split("@")[0]).sort();
    expect([names(rows.map(({ email }) => email)), total], search).toEqual([found, found.length]);
    expect(counts).toEqual({ subscribed: 1, pending: 1, unsubscribed: 1 });
    const file = [];
    for await (const batch of subscriberList.lines(staff(), query))
      file.push(...batch.map(({ email }) => email));
    expect(names(file), search).toEqual(found);
  }
});
