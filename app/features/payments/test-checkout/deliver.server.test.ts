import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { paySession } from "../../../../tests/support/bookings";
import { EVENT_SECRET, testWorld } from "../../../../tests/support/ctx";
import { deliverEvent, isSigned } from "./events.server";

const { db, pool, ctx, clock, site, clear, kinds, queues } = await testWorld();

/** Stands in for the application: keeps what arrives and answers with the statuses it was given, then 200. */
const received: { headers: IncomingHttpHeaders; path: string | undefined; body: string }[] = [];
const answers: number[] = [];
const application = createServer(async (request, response) => {
  received.push({ headers: request.headers, path: request.url, body: await text(request) });
  response.writeHead(answers.shift() ?? 200).end("{}");
});
await new Promise<void>((listening) => application.listen(0, "127.0.0.1", listening));
site.origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
afterAll(() => application.close());

beforeEach(async () => {
  await clear();
  received.length = 0;
  answers.length = 0;
});

const acknowledged = async () => {
  const { rows } = await pool.query("select acknowledged_at from test_checkout_events");
  return rows.map(({ acknowledged_at }) => acknowledged_at);
};

describe("the delivery of an event", () => {
  test("posts it to the application, signed over exactly what is sent, and marks it as acknowledged", async () => {
    const session = await paySession(ctx());
    expect(await queues.run("test-checkout-event")).toBe(1);
    expect(received).toHaveLength(1);
    const [{ headers, path, body } = { headers: {}, path: "", body: "" }] = received;
    expect(path).toBe("/api/webhooks/test-checkout");
    expect(headers["content-type"]).toBe("application/json");
    expect(JSON.parse(body)).toEqual({
      id: expect.any(String),
      type: "checkout.session.completed",
      object_id: session,
    });
    const signature = String(headers["test-checkout-signature"]);
    expect(isSigned(EVENT_SECRET, body, signature, clock.now)).toBe(true);
    expect(isSigned(EVENT_SECRET, `${body} `, signature, clock.now)).toBe(false);
    expect(await acknowledged()).toEqual([new Date(clock.now.epochMilliseconds)]);
  });

  test.each([500, 503, 404, 400])(
    "throws on an answer of %i, so that it is tried again until it works",
    async (status) => {
      await paySession(ctx());
      answers.push(status);
      await expect(queues.run("test-checkout-event")).rejects.toThrow(String(status));
      expect(await acknowledged()).toEqual([null]);
      const { rows } = await pool.query("select id from test_checkout_events");
      await deliverEvent(
        { db, now: clock.now, secret: EVENT_SECRET, url: `${site.origin}/again` },
        rows[0].id,
      );
      expect(received.map(({ path }) => path)).toEqual(["/api/webhooks/test-checkout", "/again"]);
      expect(received[0]?.body).toBe(received[1]?.body);
      expect(await acknowledged()).toEqual([expect.any(Date)]);
    },
  );

  test("throws when nobody listens", async () => {
    await paySession(ctx());
    const { rows } = await pool.query("select id from test_checkout_events");
    const nowhere = { db, now: clock.now, secret: EVENT_SECRET, url: "http://127.0.0.1:9/" };
    await expect(deliverEvent(nowhere, rows[0].id)).rejects.toThrow();
    expect(await acknowledged()).toEqual([null]);
  });

  test("is not repeated once it is acknowledged", async () => {
    await paySession(ctx());
    await queues.run("test-checkout-event");
    const { rows } = await pool.query("select id from test_checkout_events");
    await deliverEvent({ db, now: clock.now, secret: EVENT_SECRET, url: site.origin }, rows[0].id);
    expect(received).toHaveLength(1);
  });

  test("is tried for some hours: its queue repeats it, ever more slowly", () => {
    const kind = kinds.find(({ name }) => name === "test-checkout-event");
    const { retryLimit = 0, retryDelay = 0 } = kind ?? {};
    expect(retryDelay * 2 ** (retryLimit - 1)).toBeGreaterThan(3600);
  });
});
