import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import type { OutgoingEmail } from "~/platform/outside/mail.server";
import { auditOf, setSetting } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { archiveRead, restoreRead, setMessageArchived, setMessageRead } from "./office/archive.server";
import { removeCannedReply, saveCannedReply } from "./office/canned-replies.server";
import { messageList } from "./office/list.server";
import { readCannedReplies, readOfficeMessage } from "./office/queries.server";
import { replyToMessage } from "./office/reply.server";

const sent: OutgoingEmail[] = [];
const mailer = {
  async send(sentEmail: OutgoingEmail) {
    sent.push(sentEmail);
    return "sent" as const;
  },
  forget: async () => {},
};
const world = await testWorld({ mailer });
const { pool, queues, clear, clock } = world;
let admin: () => StaffCtx;

beforeEach(async () => {
  await clear();
  await pool.query("delete from canned_replies");
  clock.set("2026-06-01T12:00:00Z");
  sent.length = 0;
  admin = await staffCtx(world);
});

type MessageInput = { name?: string; email?: string; status?: string; read?: boolean; at?: string };

async function aMessage({ name = "Ada Lovelace", email = "ada@mail.example", ...input }: MessageInput = {}) {
  const { status = "new", read = false, at = "2026-05-31T12:00:00Z" } = input;
  const { rows } = await pool.query(
    `insert into contact_messages (submission_id, name, email, message, status, read_at, created_at)
     values (gen_random_uuid(), $1, $2, 'Do you do windows?', $3, $4, $5) returning id`,
    [name, email, status, read ? at : null, at],
  );
  return rows[0].id as string;
}

const statusOf = async (id: string) =>
  (await pool.query("select status from contact_messages where id = $1", [id])).rows[0]?.status;
const FORM = "11111111-1111-4111-8111-111111111111";
const OTHER_FORM = "22222222-2222-4222-8222-222222222222";
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
const reply = (message_id: string, changes: Partial<Parameters<typeof replyToMessage>[1]> = {}) =>
  replyToMessage(admin(), { message_id, body: "We do.\nInside too.", form_id: FORM, seen: 0, ...changes });
const list = async (search: string) =>
  (await messageList.read(admin(), messageList.parse(new URLSearchParams(search)))).rows.map(
    ({ name }) => name,
  );

describe("a reply", () => {
  test("is emailed from the company with its reply address and appears in the thread", async () => {
    await setSetting(pool, "general.contact_email", "office@birch.example");
    const id = await aMessage();
    expect(await reply(id)).toEqual({ ok: true });
    await queues.run("message-reply-mail");
    expect(sent).toMatchObject([
      {
        to: "ada@mail.example",
        replyTo: "office@birch.example",
        from: { address: "office@birch.example" },
        subject: "Re: Your message to White Birch Cleaning",
      },
    ]);
    expect(sent[0]?.text).toContain("We do.\nInside too.");
    expect(sent[0]?.text, "the address may be somebody else's").not.toContain("Do you do windows?");
    expect(await statusOf(id)).toBe("replied");
    const { replies, unread } = (await readOfficeMessage(admin(), id)) ?? {};
    expect(replies).toMatchObject([{ body: "We do.\nInside too.", email: "sent" }]);
    expect(unread).toBe(false);
    expect(await auditOf(pool, id)).toEqual(["message.replied"]);
    await aMessage({ name: "Grace Hopper" });
    const exported: [string, number][] = [];
    for await (const rows of messageList.lines(admin(), messageList.parse(new URLSearchParams()))) {
      for (const row of rows) exported.push([row.name, row.replies]);
    }
    expect(exported).toEqual([
      ["Grace Hopper", 0],
      ["Ada Lovelace", 1],
    ]);
  });

  test("sent twice is one reply and one email, also at the same moment", async () => {
    const id = await aMessage();
    expect(await Promise.all([1, 2, 3].map(() => reply(id)))).toEqual(Array(3).fill({ ok: true }));
    expect(await reply(id)).toEqual({ ok: true });
    await queues.run("message-reply-mail");
    await queues.run("message-reply-mail");
    expect(sent).toHaveLength(1);
    expect((await readOfficeMessage(admin(), id))?.replies).toHaveLength(1);
  });

  test("is refused until a colleague's newer reply has been read", async () => {
    const id = await aMessage();
    await reply(id);
    const other = { form_id: OTHER_FORM, body: "Me too" };
    expect(await reply(id, other)).toMatchObject({ ok: false, reason: "answered" });
    expect(await reply(id, { ...other, seen: 1 })).toEqual({ ok: true });
    expect((await readOfficeMessage(admin(), id))?.replies).toHaveLength(2);
  });

  test("to an archived or missing message is refused", async () => {
    const id = await aMessage({ status: "archived" });
    expect(await reply(id)).toMatchObject({ ok: false, reason: "archived" });
    expect(await reply(UNKNOWN_ID)).toMatchObject({ reason: "not found" });
    expect(await reply("x")).toMatchObject({ reason: "not found" });
    expect(await queues.waiting("message-reply-mail")).toEqual([]);
  });

  test("is not stored when its email can't be queued", async () => {
    const id = await aMessage();
    const jobs = { enqueue: () => Promise.reject(new Error("the queue is full")) };
    const input = { message_id: id, body: "We do.", form_id: FORM, seen: 0 };
    await expect(replyToMessage({ ...admin(), jobs }, input)).rejects.toThrow("the queue is full");
    expect(await statusOf(id)).toBe("new");
  });

  test("is not emailed when the message was deleted", async () => {
    const id = await aMessage();
    await reply(id);
    await pool.query("delete from contact_messages");
    await queues.run("message-reply-mail");
    expect(sent).toEqual([]);
  });
});

describe("archiving", () => {
  test.each([
    ["new", "new"],
    ["replied", "replied"],
  ])("is undone to the previous state: %s", async (status, after) => {
    const id = await aMessage({ status });
    expect(await setMessageArchived(admin(), { id, archived: true })).toBe(true);
    expect(await statusOf(id)).toBe("archived");
    expect(await setMessageArchived(admin(), { id, archived: true })).toBe(true);
    expect(await setMessageArchived(admin(), { id, archived: false })).toBe(true);
    expect(await statusOf(id)).toBe(after);
    expect(await auditOf(pool, id)).toEqual(["message.archived", "message.restored"]);
  });

  test("takes all read and answered messages, and undo returns exactly those", async () => {
    const unread = await aMessage({ name: "Unread" });
    const read = await aMessage({ name: "Read", read: true });
    const replied = await aMessage({ name: "Replied", status: "replied" });
    const before = await aMessage({ name: "Before", read: true });
    await setMessageArchived(admin(), { id: before, archived: true });
    clock.advance({ minutes: 1 });
    const { archived, at } = await archiveRead(admin());
    expect(archived).toBe(2);
    const states = () => Promise.all([unread, read, replied, before].map(statusOf));
    expect(await states()).toEqual(["new", "archived", "archived", "archived"]);
    clock.advance({ minutes: 1 });
    expect(await restoreRead(admin(), Temporal.Instant.from(at))).toBe(2);
    expect(await states()).toEqual(["new", "new", "replied", "archived"]);
    expect(await restoreRead(admin(), Temporal.Instant.from(at))).toBe(0);
    expect(await auditOf(pool, "read")).toEqual(["message.archived_read", "message.restored_read"]);
  });

  test("reports a missing message", async () => {
    for (const id of [UNKNOWN_ID, "x"]) {
      expect(await setMessageArchived(admin(), { id, archived: true })).toBe(false);
      expect(await setMessageRead(admin(), { id, read: true })).toBe(false);
    }
  });
});

test("reading a message is audited once and can be undone", async () => {
  const id = await aMessage();
  for (const read of [true, true, false]) expect(await setMessageRead(admin(), { id, read })).toBe(true);
  expect(await auditOf(pool, id)).toEqual(["message.read", "message.unread"]);
  expect((await readOfficeMessage(admin(), id))?.unread).toBe(true);
});

describe("the list of messages", () => {
  test("has unread ones first and archived ones last, with exact totals on every page", async () => {
    await aMessage({ name: "Archived", status: "archived", at: "2026-05-31T15:00:00Z" });
    await aMessage({ name: "Read", read: true, at: "2026-05-31T14:00:00Z" });
    await aMessage({ name: "Old unread", at: "2026-05-01T12:00:00Z" });
    await aMessage({ name: "Replied", status: "replied", at: "2026-05-31T13:00:00Z" });
    await aMessage({ name: "Unread", at: "2026-05-20T12:00:00Z" });
    expect(await list("")).toEqual(["Unread", "Old unread", "Read", "Replied", "Archived"]);
    for (let i = 0; i < 30; i++) await aMessage({ name: `Many ${i}`, at: "2026-05-10T12:00:00Z" });
    const names: string[] = [];
    let query = messageList.parse(new URLSearchParams());
    for (;;) {
      const page = await messageList.read(admin(), query);
      expect(page.total).toBe(35);
      names.push(...page.rows.map(({ name }) => name));
      if (!page.next) break;
      const { side, id, value } = page.next;
      query = messageList.parse(new URLSearchParams({ [side]: `${id}~${value}` }));
      expect(query.cursor).not.toBeNull();
    }
    expect(new Set(names).size).toBe(35);
    expect(names.at(-1)).toBe("Archived");
  });

  test("finds by name, address and text within a status, and the CSV file has the same rows", async () => {
    await aMessage({ name: "Ada" });
    await aMessage({ name: "Bob 100%", email: "bob@other.example", status: "replied" });
    expect(await list("q=OTHER.example")).toEqual(["Bob 100%"]);
    expect(await list("q=0%25")).toEqual(["Bob 100%"]);
    expect((await list("q=windows")).sort()).toEqual(["Ada", "Bob 100%"]);
    expect(await list("q=windows&status=new")).toEqual(["Ada"]);
    const files: string[] = [];
    const query = messageList.parse(new URLSearchParams("status=replied"));
    for await (const rows of messageList.lines(admin(), query)) files.push(...rows.map(({ name }) => name));
    expect(files).toEqual(["Bob 100%"]);
  });
});

test("canned replies are added, changed and removed, and names are unique", async () => {
  const reply = { title: "Windows", body: "We do, {name}." };
  expect(await saveCannedReply(admin(), { id: null, ...reply })).toEqual({ ok: true });
  expect(await saveCannedReply(admin(), { id: null, ...reply })).toEqual({ ok: true });
  const other = { ...reply, body: "We don't." };
  expect(await saveCannedReply(admin(), { id: null, ...other })).toMatchObject({ reason: "taken" });
  const [first] = await readCannedReplies(admin());
  const id = first?.id ?? "";
  expect(await saveCannedReply(admin(), { id, ...other })).toEqual({ ok: true });
  expect(await readCannedReplies(admin())).toEqual([{ id, ...other }]);
  await saveCannedReply(admin(), { id: null, title: "Prices", body: "It depends." });
  expect(await saveCannedReply(admin(), { id, ...reply, title: "Prices" })).toMatchObject({
    reason: "taken",
  });
  expect(await removeCannedReply(admin(), id)).toEqual({ id, ...other });
  expect(await removeCannedReply(admin(), id)).toBeNull();
  expect(await saveCannedReply(admin(), { id, ...reply })).toMatchObject({ reason: "not found" });
  expect(await auditOf(pool, id)).toEqual([
    "canned_reply.added",
    "canned_reply.updated",
    "canned_reply.removed",
  ]);
});
