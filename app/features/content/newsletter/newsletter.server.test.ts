import { beforeEach, describe, expect, test } from "vitest";
import type { OutgoingEmail } from "~/platform/outside/mail.server";
import { testWorld } from "../../../../tests/support/ctx";
import {
  confirmNewsletter,
  readConfirmation,
  readUnsubscription,
  requestNewsletter,
  unsubscribeNewsletter,
} from "./subscribe.server";

const sent: OutgoingEmail[] = [];
const mailer = {
  async send(sentEmail: OutgoingEmail) {
    sent.push(sentEmail);
    return "sent" as const;
  },
  async forget(ids: readonly string[]) {
    forgotten.push(...ids);
  },
};
const { pool, clock, ctx, queues, clear } = await testWorld({ mailer });
const forgotten: string[] = [];
const EMAIL = "ada@mail.example";

beforeEach(async () => {
  await clear();
  sent.length = 0;
  forgotten.length = 0;
  clock.set("2026-06-01T12:00:00Z");
});

const rows = async () =>
  (await pool.query("select email, status, confirmed_at, unsubscribed_at from newsletter_subscribers")).rows;
const occasions = async () =>
  (await pool.query("select occasion from mails order by created_at, occasion")).rows.map(({ occasion }) =>
    occasion.replace(/:.*/, ""),
  );
const statuses = async () => (await rows()).map(({ status }) => status);

/** Requests the newsletter, runs the jobs and returns the sent emails. */
async function request(email = EMAIL): Promise<OutgoingEmail[]> {
  expect(await requestNewsletter(ctx(), { email })).toEqual({ ok: true });
  return flush();
}

async function forgetPending(): Promise<void> {
  await ctx().jobs.enqueue(ctx().db, "newsletter-forget-pending", {});
  await queues.run("newsletter-forget-pending");
  await queues.run("forget-mail-files");
}

async function flush(): Promise<OutgoingEmail[]> {
  await queues.run("newsletter-mail");
  return sent.splice(0);
}

const linkIn = (sentEmail: OutgoingEmail | undefined, path: string) =>
  new RegExp(`https://site\\.example/newsletter/${path}\\?[^\\s"\\]]+`).exec(sentEmail?.text ?? "")?.[0] ??
  "";

async function subscribe(email = EMAIL) {
  const [sentEmail] = await request(email);
  const confirm = linkIn(sentEmail, "confirm");
  expect(await confirmNewsletter(ctx(), confirm)).toEqual({ ok: true });
  const [welcome] = await flush();
  return { confirm, unsubscribe: linkIn(welcome, "unsubscribe"), welcome };
}

describe("a request for the newsletter", () => {
  test("stores the address as pending and emails a link to its owner", async () => {
    const emails = await request();
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      [EMAIL, "Please confirm your White Birch Cleaning newsletter subscription"],
    ]);
    expect(linkIn(emails[0], "confirm")).toMatch(/\?id=[\w-]+&until=\d+&key=[\w-]+$/);
    expect(emails[0]?.headers).toBeUndefined();
    expect(emails[0]?.text).toContain("ignore this email and you won’t hear from us again");
    expect(await statuses()).toEqual(["pending"]);
  });

  test("stores its email without a working link", async () => {
    const [sentEmail] = await request();
    const key = new URL(linkIn(sentEmail, "confirm")).searchParams.get("key");
    const { rows: copies } = await pool.query("select html || text as copy from mails");
    expect(copies).toHaveLength(1);
    expect(copies[0].copy).not.toContain(key);
  });

  test("made twice at the same time is one request and one email, however the address is spelled", async () => {
    await Promise.all([EMAIL, "Ada@Mail.Example", EMAIL].map((email) => requestNewsletter(ctx(), { email })));
    expect(await flush()).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  test("made again later sends a new link", async () => {
    await request();
    clock.advance({ minutes: 3 });
    expect(await request()).toHaveLength(1);
  });

  test("for a subscribed address emails its owner once a day, with an unsubscribe link", async () => {
    await subscribe();
    const emails = [...(await request()), ...(await request())];
    expect(emails.map(({ subject }) => subject)).toEqual([
      "You're already subscribed to the White Birch Cleaning newsletter",
    ]);
    expect(emails[0]?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    clock.advance({ hours: 24 });
    expect(await request()).toHaveLength(1);
    expect(await statuses()).toEqual(["subscribed"]);
  });

  test("does not send an outdated email", async () => {
    const [sentEmail] = await request();
    clock.advance({ minutes: 3 });
    await requestNewsletter(ctx(), { email: EMAIL });
    await confirmNewsletter(ctx(), linkIn(sentEmail, "confirm"));
    expect((await flush()).map(({ subject }) => subject)).toEqual([
      "Welcome to the White Birch Cleaning newsletter",
    ]);
  });
});

describe("the confirmation link", () => {
  test("changes nothing when opened", async () => {
    const [sentEmail] = await request();
    expect(await readConfirmation(ctx(), linkIn(sentEmail, "confirm"))).toBe("pending");
    expect(await statuses()).toEqual(["pending"]);
  });

  test("subscribes once and sends one welcome email", async () => {
    const { confirm, welcome } = await subscribe();
    expect(await confirmNewsletter(ctx(), confirm)).toEqual({ ok: true });
    expect(await flush()).toEqual([]);
    expect(welcome?.headers).toEqual({
      "List-Unsubscribe": `<${linkIn(welcome, "unsubscribe")}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(await rows()).toMatchObject([{ status: "subscribed", confirmed_at: expect.anything() }]);
    const { rows: audit } = await pool.query("select action, details from audit_log order by id");
    expect(audit).toEqual([
      { action: "newsletter.requested", details: {} },
      { action: "newsletter.confirmed", details: {} },
    ]);
  });

  test("expires after 7 days, and the time can't be extended", async () => {
    const [sentEmail] = await request();
    const link = linkIn(sentEmail, "confirm");
    clock.advance({ hours: 7 * 24 });
    expect(await readConfirmation(ctx(), link)).toBeNull();
    expect(await confirmNewsletter(ctx(), link)).toEqual({ ok: false, reason: "link" });
    const stretched = new URL(link);
    stretched.searchParams.set("until", "9999999999");
    expect(await confirmNewsletter(ctx(), stretched.href)).toEqual({ ok: false, reason: "link" });
    expect(await statuses()).toEqual(["pending"]);
  });

  test("doesn't resubscribe an address that has unsubscribed since", async () => {
    const { confirm, unsubscribe } = await subscribe();
    await unsubscribeNewsletter(ctx(), unsubscribe);
    expect(await confirmNewsletter(ctx(), confirm)).toEqual({ ok: false, reason: "link" });
    expect(await statuses()).toEqual(["unsubscribed"]);
  });

  test("stays invalid when somebody requests the newsletter for an unsubscribed address", async () => {
    const { confirm, unsubscribe } = await subscribe();
    await unsubscribeNewsletter(ctx(), unsubscribe);
    clock.advance({ minutes: 5 });
    const [sentEmail] = await request();
    expect(await statuses()).toEqual(["pending"]);
    expect(await readConfirmation(ctx(), confirm)).toBeNull();
    expect(await confirmNewsletter(ctx(), confirm)).toEqual({ ok: false, reason: "link" });
    expect(await statuses()).toEqual(["pending"]);
    const link = linkIn(sentEmail, "confirm");
    expect(await confirmNewsletter(ctx(), link)).toEqual({ ok: true });
    expect(await readConfirmation(ctx(), link)).toBe("subscribed");
    expect(await readConfirmation(ctx(), confirm)).toBeNull();
  });

  test("of each email works after repeated requests", async () => {
    const [first] = await request();
    clock.advance({ minutes: 3 });
    const [second] = await request();
    expect(await readConfirmation(ctx(), linkIn(second, "confirm"))).toBe("pending");
    expect(await confirmNewsletter(ctx(), linkIn(first, "confirm"))).toEqual({ ok: true });
  });

  test("works for its own purpose only", async () => {
    const { confirm, unsubscribe } = await subscribe();
    expect(await unsubscribeNewsletter(ctx(), confirm)).toEqual({ ok: false, reason: "link" });
    expect(await confirmNewsletter(ctx(), unsubscribe)).toEqual({ ok: false, reason: "link" });
  });
});

describe("the unsubscribe link", () => {
  test("unsubscribes, any number of times, and never expires", async () => {
    const { unsubscribe } = await subscribe();
    clock.advance({ hours: 24 * 3650 });
    expect(await readUnsubscription(ctx(), unsubscribe)).toBe("on");
    expect(await unsubscribeNewsletter(ctx(), unsubscribe)).toEqual({ ok: true });
    const [first] = await rows();
    clock.advance({ hours: 1 });
    expect(await unsubscribeNewsletter(ctx(), unsubscribe)).toEqual({ ok: true });
    expect(await rows()).toEqual([first]);
    expect(await readUnsubscription(ctx(), unsubscribe)).toBe("off");
  });

  test("deletes the newsletter's emails with their files, and no others", async () => {
    const { unsubscribe } = await subscribe();
    await subscribe("bob@mail.example");
    const { rows: ids } = await pool.query("select id from mails where recipient = $1", [EMAIL]);
    await pool.query(
      `insert into mails (occasion, recipient, subject, html, text, status)
       values ('message-acknowledged:1', $1, '', '', '', 'sent')`,
      [EMAIL],
    );
    await unsubscribeNewsletter(ctx(), unsubscribe);
    await queues.run("forget-mail-files");
    expect(forgotten.sort()).toEqual(ids.map(({ id }) => id).sort());
    const { rows: remaining } = await pool.query("select recipient, occasion from mails order by recipient");
    expect(remaining).toEqual([
      { recipient: EMAIL, occasion: "message-acknowledged:1" },
      { recipient: "bob@mail.example", occasion: expect.stringMatching(/^newsletter-/) },
      { recipient: "bob@mail.example", occasion: expect.stringMatching(/^newsletter-/) },
    ]);
  });

  test("does nothing for another or an invented address", async () => {
    const { unsubscribe } = await subscribe();
    const bob = await subscribe("bob@mail.example");
    const forged = new URL(unsubscribe);
    forged.searchParams.set("id", new URL(bob.unsubscribe).searchParams.get("id") ?? "");
    for (const url of [
      forged.href,
      "https://site.example/newsletter/unsubscribe?id=7&key=x",
      "https://x.example/",
    ]) {
      expect(await unsubscribeNewsletter(ctx(), url)).toEqual({ ok: false, reason: "link" });
      expect(await readUnsubscription(ctx(), url)).toBeNull();
    }
    expect(await statuses()).toEqual(["subscribed", "subscribed"]);
  });

  test("still succeeds after the address was deleted", async () => {
    const { unsubscribe } = await subscribe();
    await pool.query("delete from newsletter_subscribers");
    expect(await unsubscribeNewsletter(ctx(), unsubscribe)).toEqual({ ok: true });
    expect(await readUnsubscription(ctx(), unsubscribe)).toBe("off");
  });

  test("allows a later request", async () => {
    const { unsubscribe } = await subscribe();
    await unsubscribeNewsletter(ctx(), unsubscribe);
    clock.advance({ minutes: 5 });
    await subscribe();
    expect(await rows()).toMatchObject([{ status: "subscribed", confirmed_at: clock.now }]);
  });
});

describe("an unconfirmed address", () => {
  test("is deleted after 30 days with its emails and files, and no other is", async () => {
    const { unsubscribe } = await subscribe("left@mail.example");
    await unsubscribeNewsletter(ctx(), unsubscribe);
    await subscribe("stays@mail.example");
    await request("old@mail.example");
    const { rows: old } = await pool.query("select id from mails where recipient = 'old@mail.example'");
    clock.advance({ hours: 30 * 24 });
    await request("new@mail.example");
    await forgetPending();
    expect(await rows()).toHaveLength(4);
    clock.advance({ seconds: 1 });
    await queues.run("forget-mail-files");
    forgotten.length = 0;
    await forgetPending();
    expect((await rows()).map(({ email }) => email).sort()).toEqual([
      "left@mail.example",
      "new@mail.example",
      "stays@mail.example",
    ]);
    expect(old).toHaveLength(1);
    expect(forgotten).toEqual(old.map(({ id }) => id));
    const { rows: recipients } = await pool.query("select distinct recipient from mails order by 1");
    expect(recipients.map(({ recipient }) => recipient)).toEqual(["new@mail.example", "stays@mail.example"]);
  });

  test("that had unsubscribed before stays stored as unsubscribed", async () => {
    const { unsubscribe } = await subscribe();
    await unsubscribeNewsletter(ctx(), unsubscribe);
    const [before] = await rows();
    clock.advance({ minutes: 5 });
    await request();
    expect(await rows()).toEqual([{ ...before, status: "pending" }]);
    clock.advance({ hours: 30 * 24, seconds: 1 });
    await forgetPending();
    expect(await rows()).toEqual([before]);
    expect(await occasions()).toEqual([]);
  });
});
