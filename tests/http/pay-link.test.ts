import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { payUrl } from "~/features/payments/orders/pay-link.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { CARD } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { visitPages } from "../support/visit-visitor";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { app, pool, ctx, clock, get, clear } = site;
const { page, post, signIn } = officeVisitor(site);
const { guest, keyOf } = visitPages(site);

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  await signIn();
});

const textOf = async (response: Response) => visibleText(await response.text()).replace(/\s+/g, " ");
const send = (path: string, fields: Record<string, string>) =>
  app.request(
    new Request(ORIGIN + path, {
      method: "POST",
      headers: { Origin: ORIGIN },
      body: new URLSearchParams(fields),
    }),
  );

/** A paid visit with an hour more for $53.00, which is due, and the path of its pay link. */
async function owing() {
  const { id, order_id } = await confirmedVisit(ctx(), pool);
  clock.advance({ minutes: 10 });
  const line = { intent: "line", token: crypto.randomUUID(), kind: "time", amount: "53", reason: "Oven" };
  await post(`/admin/orders/${order_id}`, { ...line, seen: "15900" });
  return { id, order_id, path: payUrl(ctx(), order_id).replace(ORIGIN, "") };
}

describe("a pay link", () => {
  test("shows what is due without naming anybody, and leads to a checkout of it", async () => {
    const { path } = await owing();
    const answer = await get(path);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const text = await textOf(answer);
    for (const words of ["Pay for your cleaning", "Extra time", "Total$212.00", "Paid−$159.00", "Due$53.00"])
      expect(text).toContain(words);
    for (const secret of ["Ada", "Lovelace", "mail.example", "Barnstead", "Oven"])
      expect(text).not.toContain(secret);
    const sent = await send(path, { seen: "5300", tip: "10" });
    expect(sent.status).toBe(303);
    const checkout = await get(sent.headers.get("Location")?.replace(ORIGIN, "") ?? "");
    const asked = await textOf(checkout);
    for (const words of ["Tip", "$21.00", "$74.00"]) expect(asked).toContain(words);
  });

  test("says that it is paid as soon as the customer is back, before the provider has called", async () => {
    const { path, order_id } = await owing();
    const sent = await send(path, { seen: "5300", tip: "none" });
    const session = new URL(sent.headers.get("Location") ?? "").searchParams.get("session_id") ?? "";
    await payTestCheckout(ctx(), session, CARD);
    const back = await textOf(await get(`${path}&session_id=${session}`));
    for (const words of ["Thank you!", "You paid $53.00", "Paid$212.00"]) expect(back).toContain(words);
    const { rows } = await pool.query("select due from orders where id = $1", [order_id]);
    expect(rows).toEqual([{ due: 0 }]);
    expect((await send(path, { seen: "5300", tip: "none" })).status).toBe(409);
  });

  test.each([
    ["another amount that is none", { tip: "other", amount: "much" }, 400, "Enter a tip, like 20 or 12.50."],
    ["an unknown tip", { tip: "99" }, 400, "Choose a tip, or none."],
    ["what was due before", { tip: "none", seen: "5200" }, 409, "What is due has changed."],
    ["nothing that was due", { seen: "x" }, 409, "What is due has changed."],
  ])("refuses %s in words, and keeps what was typed", async (_, fields, status, words) => {
    const { path } = await owing();
    const answer = await send(path, { seen: "5300", ...fields });
    expect(answer.status).toBe(status);
    const html = await answer.text();
    expect(visibleText(html)).toContain(words);
    if ("amount" in fields) expect(html).toContain('value="much"');
    expect((await pool.query("select from charges where purpose = 'pay_link'")).rows).toEqual([]);
  });

  test("without its key, with another order's key, or of nothing, is not found", async () => {
    const { path, order_id } = await owing();
    const key = new URL(ORIGIN + path).searchParams.get("key");
    const nobody = "11111111-1111-4111-8111-111111111111";
    for (const wrong of [
      `/pay/${order_id}`,
      `/pay/${order_id}?key=x`,
      `/pay/${nobody}?key=${key}`,
      "/pay/7",
    ]) {
      expect((await get(wrong)).status, wrong).toBe(404);
      expect((await send(wrong, { seen: "5300", tip: "none" })).status, wrong).toBe(404);
    }
    const gone = payUrl(ctx(), nobody).replace(ORIGIN, "");
    expect((await get(gone)).status).toBe(404);
    expect((await send(gone, { seen: "0" })).status).toBe(404);
  });

  test("of an erased customer is not found", async () => {
    const { path } = await owing();
    await pool.query("update bookings set address_line1 = ''");
    expect((await get(path)).status).toBe(404);
    expect((await send(path, { seen: "5300", tip: "none" })).status).toBe(404);
  });

  test("thanks the crew once the visit is over and paid", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    const path = payUrl(ctx(), order_id).replace(ORIGIN, "");
    expect(await textOf(await get(path))).toContain("There is nothing to pay");
    await pool.query("update bookings set status = 'completed'");
    const text = await textOf(await get(path));
    for (const words of ["Thank your crew", "$16 10%", "$24 15%", "$32 20%"]) expect(text).toContain(words);
    expect(await textOf(await send(path, { seen: "0" }))).toContain("Choose a tip first.");
    expect((await guest(id).see()).text).toContain("Leave a tip");
  });
});

test("a pay link that is pressed too often makes its client wait, and nobody else", async () => {
  const limited = await testApp({ rateLimitFactor: 0.1 });
  const { order_id } = await confirmedVisit(limited.ctx(), limited.pool);
  const path = payUrl(limited.ctx(), order_id).replace(ORIGIN, "");
  const press = () =>
    limited.app.request(
      new Request(ORIGIN + path, {
        method: "POST",
        headers: { Origin: ORIGIN },
        body: new URLSearchParams({ seen: "0", tip: "99" }),
      }),
    );
  const answers = [await press(), await press(), await press()];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 429]);
  expect(await textOf(answers[2] as Response)).toContain("Too many tries in a short time.");
  expect((await limited.get(path)).status).toBe(200);
});

test("a receipt that was issued stays, and a change of the order issues another", async () => {
  const { id } = await owing();
  const receipt = async (no = "") => {
    const answer = await get(`/bookings/${id}/receipt?key=${keyOf(id)}${no}`);
    return { status: answer.status, text: await textOf(answer) };
  };
  const { rows } = await pool.query("select number from orders where booking_id = $1", [id]);
  const first = `#${rows[0].number}`;
  const newest = await receipt();
  for (const words of [
    `No. ${first}-2`,
    "Extra time$53.00",
    "Total$212.00",
    "Paid$159.00",
    "Still due$53.00",
  ])
    expect(newest.text).toContain(words);
  const issued = await receipt("&no=1");
  expect(issued.text).toContain(`No. ${first}`);
  for (const words of ["Extra time", "Still due", `No. ${first}-2`]) expect(issued.text).not.toContain(words);
  for (const none of ["&no=3", "&no=0", "&no=x"]) expect((await receipt(none)).status).toBe(404);
});

test("staff see the link with its code, and email it while something is due", async () => {
  const { id, order_id, path } = await owing();
  const panel = await page(`/admin/orders/${order_id}`);
  for (const words of ["Pay link", "Email it to ada@mail.example", "QR code"])
    expect(panel.text).toContain(words);
  expect(panel.html).toContain(path.replaceAll("&", "&amp;"));
  expect((await post(`/admin/orders/${order_id}`, { intent: "ask" })).status).toBe(303);
  await site.queues.run("pay-link-mail");
  const { rows } = await pool.query(
    "select subject, html, recipient from mails where subject like '%is due for%'",
  );
  expect(rows).toMatchObject([
    {
      recipient: "ada@mail.example",
      subject: "$53.00 is due for Regular Cleaning, Wednesday, June 10, 2026",
    },
  ]);
  const key = new URL(ORIGIN + path).searchParams.get("key") ?? "none";
  expect(rows[0].html).toContain(key);
  expect((await guest(id).see()).text).toContain("Pay $53.00 by card");
  const sent = await send(path, { seen: "5300", tip: "none" });
  const session = new URL(sent.headers.get("Location") ?? "").searchParams.get("session_id") ?? "";
  await payTestCheckout(ctx(), session, CARD);
  await closeCheckout(ctx(), session);
  expect((await post(`/admin/orders/${order_id}`, { intent: "ask" })).status).toBe(409);
  expect((await page(`/admin/orders/${order_id}`)).text).not.toContain("Pay link");
});
