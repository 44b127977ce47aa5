import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { careers } from "~/features/careers/application";
import { applyForJob } from "~/features/careers/apply.server";
import { receiveMessage } from "~/features/messages/receive.server";
import { openJobs } from "~/platform/jobs/jobs.server";
import { openLog } from "~/platform/log.server";
import { openSafeFetch } from "~/platform/outside/safe-fetch.server";
import { testWorld } from "../../../../tests/support/ctx";
import { startPlan } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { withoutIds } from "../../../../tests/support/without-ids";
import { deliver } from "./deliver.server";
import { publishEvent } from "./publish.server";
import { sendDeliveryAgain, sendTestEvent } from "./resend.server";
import { addWebhook, deleteWebhook, renewSecret, setWebhookActive, updateWebhook } from "./save.server";
import { signatureOf } from "./sign.server";
import { MAX_TRIES, MAX_WEBHOOKS, PAUSED, WEBHOOK_EVENTS, type WebhookEvent } from "./webhook";

const world = await testWorld();
const { db, pool, connection, ctx, clock, queues, kindsWith, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

type Call = { headers: Record<string, unknown>; body: string };
const calls: Call[] = [];
/** Statuses that the receiver answers with in turn; the last one repeats. */
let answers: number[] = [200];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  calls.push({ headers: request.headers, body });
  response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 200).end("Well\u0000, well");
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
afterAll(() => void server.close());
const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  calls.length = 0;
  answers = [200];
});

/** A webhook to this machine, which the form would refuse. */
async function aWebhook(events: readonly WebhookEvent[] = WEBHOOK_EVENTS) {
  const outcome = await addWebhook(staff(), { url: "https://other.example/hook", events: [...events] });
  if (!outcome.ok) throw new Error(outcome.reason);
  await pool.query("update webhooks set url = $2 where id = $1", [outcome.id, local]);
  return outcome;
}

const deliveries = async () =>
  (await pool.query("select * from webhook_deliveries order by created_at, id")).rows;
const one = async () => (await deliveries())[0];
const eventNames = async () => (await deliveries()).map(({ event }) => event).sort();
const run = () => queues.run("webhook-delivery").catch(() => "again");
const tell = (key: string, event: WebhookEvent = "message.received") =>
  db.transaction((tx) => publishEvent(tx, ctx(), event, key, () => ({ message_id: key })));
const actions = async () =>
  (await pool.query("select action from audit_log where entity = 'webhook' order by id")).rows.map(
    ({ action }) => action,
  );

const message = {
  name: "Ada",
  email: "ada@mail.example",
  phone: "",
  message: "Hi",
  form_id: "f",
  acknowledge: true,
};

describe("an event", () => {
  test("of a booking is sent once each: confirmed, rescheduled, cancelled and refunded", async () => {
    await aWebhook();
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    await moveByStaff(staff(), { id, date: "2026-06-11", time: "10:00 AM", crew_id: null });
    await cancelByStaff(staff(), { id, choice: "all", amount: null, reason: "", left: 15_900 });
    await queues.run("refund-order");
    expect(await eventNames()).toEqual([
      ...["booking.cancelled", "booking.confirmed", "booking.rescheduled", "payment.refunded"],
    ]);
    expect(await queues.run("webhook-delivery")).toBe(4);
    const bodies = calls.map(({ body }) => JSON.parse(body));
    const of = (event: string) => bodies.find((body) => body.event === event)?.data;
    expect(of("booking.confirmed")).toMatchObject({
      booking_id: id,
      order_id,
      status: "confirmed",
      date: "2026-06-10",
    });
    expect(of("booking.rescheduled")).toMatchObject({ booking_id: id, date: "2026-06-11", time: "10:00:00" });
    expect(of("booking.cancelled")).toMatchObject({ status: "cancelled", town: expect.any(String) });
    expect(of("payment.refunded")).toMatchObject({ order_id, amount: 15_900, paid: 15_900, currency: "USD" });
  });

  test("is sent for each visit of a plan", async () => {
    await aWebhook(["booking.confirmed"]);
    const plan = await startPlan(ctx(), pool);
    const { rows } = await pool.query("select id from bookings where plan_id = $1 and status = 'confirmed'", [
      plan,
    ]);
    expect(rows.length).toBeGreaterThan(1);
    expect((await deliveries()).map(({ payload }) => payload.booking_id).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
  });

  test("of a message or application holds nothing about its sender", async () => {
    await aWebhook();
    await receiveMessage(ctx(), message);
    await receiveMessage(ctx(), message);
    const [job] = careers.jobs;
    if (!job) throw new Error("There is no opening.");
    const application = { name: "Ada Frost", email: "ada@mail.example", phone: "603", coverLetter: "Hello" };
    await applyForJob(ctx(), { ...application, job, form_id: "a", acknowledge: false } as never);
    expect(await eventNames()).toEqual(["application.received", "message.received"]);
    expect(withoutIds((await deliveries()).map(({ payload }) => payload))).not.toMatch(
      /ada|frost|603|hello/i,
    );
  });

  test("is sent to each webhook that subscribes to it and to no other", async () => {
    await aWebhook(["message.received"]);
    await addWebhook(staff(), { url: "https://a.example/", events: ["booking.confirmed"] });
    const paused = await addWebhook(staff(), { url: "https://b.example/", events: [...WEBHOOK_EVENTS] });
    if (paused.ok) await setWebhookActive(staff(), { id: paused.id, active: false });
    await receiveMessage(ctx(), message);
    expect(await deliveries()).toHaveLength(1);
    expect(await queues.waiting("webhook-delivery")).toHaveLength(1);
  });

  test("is sent once, also when published several times at the same moment", async () => {
    await aWebhook();
    await Promise.all([tell("x"), tell("x"), tell("x")]);
    expect(await queues.waiting("webhook-delivery")).toHaveLength(1);
  });

  test("is not sent when the transaction is rolled back", async () => {
    await aWebhook();
    const failed = db.transaction(async (tx) => {
      await publishEvent(tx, ctx(), "message.received", "x", () => ({}));
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await deliveries()).toEqual([]);
    expect(await queues.waiting("webhook-delivery")).toEqual([]);
  });

  test("is published even while its webhook is being deleted", async () => {
    const { id } = await aWebhook();
    const steps: string[] = [];
    const client = await pool.connect();
    await client.query("begin");
    await client.query("delete from webhooks where id = $1", [id]);
    const publishing = tell("x").then(() => steps.push("told"));
    await new Promise((done) => setTimeout(done, 100));
    steps.push("deleted");
    await client.query("commit");
    client.release();
    await publishing;
    expect([steps, await deliveries()]).toEqual([["deleted", "told"], []]);
  });

  test("reads no data without subscribers", async () => {
    const read = () => {
      throw new Error("Nobody asked.");
    };
    await db.transaction((tx) => publishEvent(tx, ctx(), "message.received", "x", read));
    expect(await deliveries()).toEqual([]);
  });
});

describe("a delivery", () => {
  test("is signed with the webhook's secret, also after renewal", async () => {
    const { id, secret } = await aWebhook();
    await tell("x");
    await run();
    const renewed = await renewSecret(staff(), id);
    clock.set("2026-06-01T12:00:10Z");
    await tell("y");
    await run();
    expect(renewed).not.toBe(secret);
    for (const [index, key] of [secret, String(renewed)].entries()) {
      const { headers, body } = calls[index] as Call;
      const signed = {
        id: String(headers["webhook-id"]),
        timestamp: Number(headers["webhook-timestamp"]),
        body,
      };
      expect(headers["webhook-signature"]).toBe(signatureOf(key, signed));
      expect(JSON.parse(body)).toMatchObject({ id: signed.id, event: "message.received" });
    }
    expect(JSON.stringify((await pool.query("select * from webhooks")).rows)).not.toContain(secret.slice(6));
    expect(JSON.stringify((await pool.query("select * from audit_log")).rows)).not.toContain(secret.slice(6));
  });

  test("that got a 500 is sent again with the same id and body", async () => {
    answers = [500, 200];
    await aWebhook();
    await tell("x");
    expect(await run()).toBe("again");
    expect(await one()).toMatchObject({ status: "queued", attempts: 1, answer: 500, error: "Well , well" });
    expect(await run()).toBe(1);
    expect(await one()).toMatchObject({ status: "sent", attempts: 2, answer: 200, error: null });
    expect(calls[0]?.headers["webhook-id"]).toBe(calls[1]?.headers["webhook-id"]);
    expect(calls[0]?.body).toBe(calls[1]?.body);
    expect(await run()).toBe(0);
  });

  test("fails after the last try", async () => {
    answers = [503];
    await aWebhook();
    await tell("x");
    const { id } = await one();
    const post = kindOfPost(503);
    for (let tries = 1; tries < MAX_TRIES; tries++)
      await expect(deliver(ctx(), post, { delivery_id: id, until: MAX_TRIES })).rejects.toThrow(
        "tried again",
      );
    expect(await one()).toMatchObject({ status: "queued", attempts: MAX_TRIES - 1 });
    await deliver(ctx(), post, { delivery_id: id, until: MAX_TRIES });
    expect(await one()).toMatchObject({ status: "failed", attempts: MAX_TRIES, answer: 503 });
  });

  test("without a response gives the reason", async () => {
    await aWebhook();
    await pool.query("update webhooks set url = 'http://127.0.0.1:1/'");
    await tell("x");
    await run();
    expect(await one()).toMatchObject({
      status: "queued",
      answer: null,
      error: expect.stringContaining("refused"),
    });
  });

  test("whose process died counts as tried and is not tried forever", async () => {
    await aWebhook();
    await tell("x");
    const { id } = await one();
    await pool.query("update webhook_deliveries set attempts = $1", [MAX_TRIES]);
    await deliver(ctx(), kindOfPost(200), { delivery_id: id, until: MAX_TRIES });
    expect(await one()).toMatchObject({ status: "failed" });
    expect(calls).toEqual([]);
  });

  test("to an address that is gone for good fails at once and pauses the webhook", async () => {
    answers = [410];
    await aWebhook();
    await tell("x");
    await tell("y");
    expect(await run()).toBe(2);
    expect(calls).toHaveLength(1);
    expect((await deliveries()).map(({ error }) => error).sort()).toEqual([PAUSED, "Well , well"].sort());
    expect((await pool.query("select is_active from webhooks")).rows).toEqual([{ is_active: false }]);
    expect(await actions()).toEqual(["webhook.added", "webhook.paused"]);
  });

  test("is not sent once its webhook is paused or deleted", async () => {
    const { id } = await aWebhook();
    await tell("x");
    await setWebhookActive(staff(), { id, active: false });
    expect(await run()).toBe(1);
    expect(await one()).toMatchObject({ status: "failed", error: PAUSED, attempts: 0 });
    await setWebhookActive(staff(), { id, active: true });
    await tell("y");
    await deleteWebhook(staff(), id);
    expect(await run()).toBe(1);
    expect([calls, await deliveries()]).toEqual([[], []]);
  });
});

function kindOfPost(status: number) {
  return async () => ({ status, text: "" });
}

describe("sending a delivery again", () => {
  test("works for failed and sent ones, once per press", async () => {
    answers = [410, 200];
    const { id: webhook } = await aWebhook();
    await tell("x");
    await run();
    const { id } = await one();
    const again = (attempts: number) => sendDeliveryAgain(staff(), { id, attempts });
    expect(await again(1)).toMatchObject({ ok: false, reason: "paused" });
    await setWebhookActive(staff(), { id: webhook, active: true });
    await Promise.all([again(1), again(1)]);
    expect(await run()).toBe(1);
    expect(await one()).toMatchObject({ status: "sent", attempts: 2 });
    expect(await again(1)).toMatchObject({ ok: true });
    expect(await run()).toBe(0);
    await again(2);
    expect(await run()).toBe(1);
    expect(calls).toHaveLength(3);
  });

  test("reports a missing delivery", async () => {
    for (const id of ["x", "11111111-1111-4111-8111-111111111111"])
      expect(await sendDeliveryAgain(staff(), { id, attempts: 0 })).toEqual({
        ok: false,
        reason: "not found",
      });
  });
});

describe("with workers", () => {
  test("a hanging address delays no other, however many events wait for it", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    let hanging = 0;
    silent.on("request", () => void hanging++);
    const { port } = silent.address() as AddressInfo;
    const dead = await aWebhook(["message.received"]);
    await pool.query("update webhooks set url = $2 where id = $1", [dead.id, `http://127.0.0.1:${port}/`]);
    for (let n = 0; n < 2 * MAX_WEBHOOKS; n++) await tell(`x${n}`);
    await aWebhook(["booking.cancelled"]);
    await tell("y", "booking.cancelled");
    const workers = openJobs(connection, openLog("silent"));
    const kinds = kindsWith(openSafeFetch({ anywhere: true, timeoutMs: 60_000 }));
    await workers.start(kinds.filter(({ name }) => name === "webhook-delivery"));
    try {
      await vi.waitFor(() => expect([calls.length, hanging]).toEqual([1, 1]), 8_000);
      await tell("z", "booking.cancelled");
      await vi.waitFor(() => expect(calls).toHaveLength(2), 8_000);
      expect(hanging).toBe(1);
    } finally {
      silent.closeAllConnections();
      silent.close();
      await workers.stop();
    }
  });
});

test("a test event is tried once", async () => {
  answers = [500];
  const { id } = await aWebhook(["message.received"]);
  const form_id = randomUUID();
  const sent = await sendTestEvent(staff(), { id, form_id });
  expect(sent).toMatchObject({ ok: true });
  expect(await sendTestEvent(staff(), { id, form_id })).toEqual(sent); // the browser sent the form again
  expect(await run()).toBe(1);
  expect(await one()).toMatchObject({ event: "test", status: "failed", attempts: 1, answer: 500 });
  expect(await sendTestEvent(staff(), { id: "x", form_id })).toMatchObject({
    ok: false,
    reason: "not found",
  });
});

describe("a change by staff", () => {
  test.each(["https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/", "https://0x7f.1/"])(
    "refuses the address %s",
    async (url) => {
      const refused = { ok: false, reason: "refused", field: "url" };
      expect(await addWebhook(staff(), { url, events: ["message.received"] })).toMatchObject(refused);
    },
  );

  test("needs an event and a new address", async () => {
    const url = "https://a.example/";
    expect(await addWebhook(staff(), { url, events: [] })).toMatchObject({ field: "events" });
    const both = await Promise.all(
      [1, 2].map(() => addWebhook(staff(), { url, events: ["message.received"] })),
    );
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const { id } = both.find(({ ok }) => ok) as { id: string };
    expect(await updateWebhook(staff(), { id, url, events: ["booking.cancelled"] })).toEqual({ ok: true });
    await addWebhook(staff(), { url: "https://b.example/", events: ["message.received"] });
    expect(
      await updateWebhook(staff(), { id, url: "https://b.example/", events: ["message.received"] }),
    ).toMatchObject({ field: "url" });
  });

  test("is listed in the activity without the path of the address", async () => {
    const url = "https://a.example/secret-path";
    const added = await addWebhook(staff(), { url, events: ["message.received"] });
    if (!added.ok) throw new Error("refused");
    await setWebhookActive(staff(), { id: added.id, active: false });
    await setWebhookActive(staff(), { id: added.id, active: false });
    await renewSecret(staff(), added.id);
    await deleteWebhook(staff(), added.id);
    expect(await actions()).toEqual([
      ...["webhook.added", "webhook.paused", "webhook.secret_renewed", "webhook.deleted"],
    ]);
    expect(JSON.stringify((await pool.query("select details from audit_log")).rows)).not.toContain(
      "secret-path",
    );
  });
});
