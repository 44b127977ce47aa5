import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { officeVisitor } from "../support/office-visitor";

const site = await testApp();
const { pool, clear, queues } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await signIn();
});

const URL = "https://other.example/hook?token=abc";
const add = (form: Record<string, string> = { url: URL, message_received: "on" }) =>
  post("/admin/webhooks/new", { intent: "add", ...form });
const idOf = async () => (await pool.query("select id from webhooks")).rows[0]?.id as string;

test("a webhook is added, and its secret is shown only once", async () => {
  expect((await page("/admin/webhooks")).text).toContain("No webhooks yet");
  const { status, html, headers } = await add();
  expect(status).toBe(201);
  expect(headers.get("Cache-Control")).toContain("no-store");
  const [secret = ""] = /whsec_[\w+/]{32}/.exec(html) ?? [];
  expect(secret).not.toBe("");
  const id = await idOf();
  for (const address of ["/admin/webhooks", `/admin/webhooks/${id}`, "/admin/activity"])
    expect((await page(address)).html).not.toContain(secret);
  const { text } = await page("/admin/webhooks");
  for (const phrase of ["other.example", "Message received", "Active", "Nothing yet"])
    expect(text).toContain(phrase);
});

describe("a rejected form keeps what was typed", () => {
  test.each([
    [{ url: "", message_received: "on" }, 400, "Address is required."],
    [{ url: "http://other.example/", message_received: "on" }, 400, "Address must start with https://."],
    [{ url: "https://127.0.0.1/x", message_received: "on" }, 409, "Address must be on the public internet."],
    [{ url: "https://other.example/x" }, 400, "Choose at least one event."],
    [{ url: URL, message_received: "on" }, 409, "already a webhook with this address."],
  ])("%o: %i", async (form, status, message) => {
    if (form.url === URL) await add();
    const answer = await add(form as Record<string, string>);
    expect(answer).toMatchObject({ status });
    expect(answer.text).toContain(message);
    expect(answer.html).toContain(`value="${form.url}"`);
  });
});

test("a webhook is changed, paused, resumed, tested and deleted", async () => {
  await add();
  const id = await idOf();
  const path = `/admin/webhooks/${id}`;
  const send = (intent: string, form: Record<string, string> = {}) => post(path, { intent, ...form });
  expect(await send("update", { url: "https://new.example/", booking_confirmed: "on" })).toMatchObject({
    status: 303,
    to: path,
  });
  expect((await page(path)).html).toContain('value="https://new.example/"');
  expect(await send("pause")).toMatchObject({ status: 303 });
  expect((await page(path)).text).toContain("This webhook is paused.");
  expect(await send("test")).toMatchObject({ status: 409 });
  await send("resume");
  const { to } = await send("test");
  const { text } = await page(String(to));
  for (const phrase of ["Test event", "Queued", "new.example", "on its way."]) expect(text).toContain(phrase);
  expect((await send("secret")).html).toMatch(/whsec_/);
  expect(await send("delete")).toMatchObject({ status: 303, to: "/admin/webhooks" });
  for (const intent of ["delete", "pause", "secret", "test"]) expect((await send(intent)).status).toBe(404);
  expect((await page(path)).status).toBe(404);
  expect((await page("/admin/activity")).text).toContain("deleted the webhook to new.example");
});

test("a failed delivery appears in 'needs attention', in the list and its CSV file, and is sent again", async () => {
  await add();
  const { rows } = await pool.query(
    `insert into webhook_deliveries (webhook_id, event, event_key, payload, status, attempts, answer, error)
     values ($1, 'booking.confirmed', 'booking.confirmed:1', '{"number":1042}', 'failed', 13, 500, '<b>Oh</b>')
     returning id`,
    [await idOf()],
  );
  const path = `/admin/webhooks/deliveries/${rows[0].id}`;
  expect((await page("/admin")).html).toContain(path);
  const list = await page("/admin/webhooks/deliveries?status=failed&event=booking.confirmed&q=other");
  for (const phrase of [
    "1 delivery",
    "Booking confirmed",
    "Booking #1042",
    "Tried 13 times",
    "Responded 500",
  ])
    expect(list.text).toContain(phrase);
  expect((await page("/admin/webhooks/deliveries?status=sent")).text).toContain("No deliveries found.");
  expect((await page("/admin/webhooks/deliveries.csv?status=failed")).html).toContain(
    ",booking.confirmed,Booking #1042,other.example,",
  );
  const panel = await page(path);
  expect(panel.html).toContain("&lt;b&gt;Oh&lt;/b&gt;");
  for (const phrase of ["AboutBooking #1042", `What was sentwebhook-id: ${rows[0].id}`])
    expect(panel.text).toContain(phrase);
  const press = () => post(`${path}?status=failed`, { intent: "again", attempts: "13" });
  expect([await press(), await press()]).toMatchObject([
    { status: 303, to: `${path}?status=failed` },
    { status: 303 },
  ]);
  expect(await queues.waiting("webhook-delivery")).toHaveLength(1);
  for (const form of [
    { intent: "again" },
    { intent: "again", attempts: "-1" },
    { intent: "x", attempts: "1" },
  ])
    expect((await post(path, form as Record<string, string>)).status).toBe(400);
});
