import { beforeEach, describe, expect, test } from "vitest";
import type { OutgoingEmail } from "~/platform/outside/mail.server";
import { auditOf, setSetting } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { receiveMessage } from "./receive.server";

const sent: OutgoingEmail[] = [];
const mailer = {
  async send(email: OutgoingEmail) {
    sent.push(email);
    return "sent" as const;
  },
  forget: async () => {},
};
const { pool, ctx, queues, clear } = await testWorld({ mailer });

beforeEach(async () => {
  await clear();
  sent.length = 0;
});

const message = {
  name: "Ada <b>Lovelace</b>",
  email: "ada@mail.example",
  phone: "603-555-0100",
  message: "First line\nSecond line with <script>alert(1)</script>\n\nLast line",
  form_id: "form",
  acknowledge: true,
};
const stored = async () => (await pool.query("select * from contact_messages order by created_at")).rows;
const email = async () => {
  await queues.run("message-acknowledged-mail");
  await queues.run("message-notice-mail");
};

test("a message is stored as written, new, with an audit entry", async () => {
  expect(await receiveMessage(ctx(), message)).toEqual({ ok: true });
  const [row] = await stored();
  const { form_id, acknowledge, ...content } = message;
  expect(row).toMatchObject({ ...content, status: "new" });
  expect(await auditOf(pool, row.id)).toEqual(["message.sent"]);
});

test("the phone number is optional", async () => {
  await receiveMessage(ctx(), { ...message, phone: undefined });
  expect(await stored()).toMatchObject([{ phone: null }]);
});

describe("a message sent twice", () => {
  test("is stored once with one email each, also at the same moment", async () => {
    await Promise.all([1, 2, 3].map(() => receiveMessage(ctx(), message)));
    await receiveMessage(ctx(), message);
    expect(await stored()).toHaveLength(1);
    await email();
    expect(sent).toHaveLength(2);
  });

  test("with a different text is another message", async () => {
    await receiveMessage(ctx(), message);
    await receiveMessage(ctx(), { ...message, message: "One thing I forgot to say" });
    expect(await stored()).toHaveLength(2);
  });
});

describe("the mails", () => {
  test("go to the sender and to the office, which can reply to the sender", async () => {
    await receiveMessage(ctx(), message);
    await email();
    expect(sent.map(({ to, replyTo }) => [to, replyTo])).toEqual([
      ["ada@mail.example", undefined],
      ["hello@whitebirchcleaning.example", "ada@mail.example"],
    ]);
    expect(sent[1]?.subject).toBe("New message from Ada <b>Lovelace</b>");
    expect(sent[1]?.text).toContain("First line\nSecond line with <script>alert(1)</script>");
    expect(sent[1]?.html).not.toContain("<script>");
    expect(sent[1]?.html).toContain("&lt;script&gt;");
  });

  test("repeat no text from the form to the sender", async () => {
    await receiveMessage(ctx(), message);
    await queues.run("message-acknowledged-mail");
    expect(JSON.stringify(sent)).not.toMatch(/Ada|First line|0100/);
  });

  test("skip a sender whose address got several", async () => {
    await receiveMessage(ctx(), { ...message, acknowledge: false });
    await email();
    expect(sent.map(({ to }) => to)).toEqual(["hello@whitebirchcleaning.example"]);
  });

  test("skip the office when the setting says so", async () => {
    await setSetting(pool, "notifications.contact_form_notifications", "false");
    await receiveMessage(ctx(), message);
    await email();
    expect(sent.map(({ to }) => to)).toEqual(["ada@mail.example"]);
  });

  test("are not sent when the message was deleted", async () => {
    await receiveMessage(ctx(), message);
    await pool.query("delete from contact_messages");
    await email();
    expect(sent).toEqual([]);
  });
});

test("a message is not stored when its emails can't be queued", async () => {
  const jobs = { enqueue: () => Promise.reject(new Error("the queue is full")) };
  await expect(receiveMessage(ctx({ jobs }), message)).rejects.toThrow("the queue is full");
  expect(await stored()).toEqual([]);
});
