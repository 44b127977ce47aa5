import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "../../app/features/payments/checkout/sync.server";
import { payTestCheckout } from "../../app/features/payments/test-checkout/pay.server";
import { planPayUrl } from "../../app/features/plans/phone/link.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { CARD, setCrews } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { PHONE_PLAN } from "../support/phone-plan";
import { visitsOf } from "../support/plans";
import { signedIn } from "../support/sign-in";
import { giveRole } from "../support/staff";

const site = await testApp();
const { app, pool, ctx, clock, get, clear } = site;
const { page, post, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T12:00:00Z");
  await signIn();
});

const form = { ...PHONE_PLAN, token: "33333333-3333-4333-8333-333333333333" };
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&gt;", ">") ?? "";
const plans = async () => (await pool.query("select * from plans order by created_at")).rows;
const send = (path: string) =>
  app.request(new Request(ORIGIN + path, { method: "POST", headers: { Origin: ORIGIN } }));
const textOf = async (response: Response) => visibleText(await response.text()).replace(/\s+/g, " ");

/** Sells a plan as a browser without script does: the first answer has the preview. Returns the plan's id. */
async function sell(change: Record<string, string> = {}) {
  const preview = await post("/admin/bookings/new", { ...form, ...change, intent: "show" });
  const sold = await post("/admin/bookings/new", {
    ...form,
    ...change,
    seen: hidden(preview.html, "seen"),
  });
  const id: string = (await plans()).at(-1)?.id;
  return { preview, sold, id, pay: id && planPayUrl(ctx(), id).replace(ORIGIN, "") };
}

describe("a plan that is sold by phone", () => {
  test("is previewed, held and shown with its link; the call ends with what to read to the caller", async () => {
    const { preview, sold, id } = await sell();
    for (const words of [
      "Next visits",
      "Tue, Jun 9, 10:00 AM",
      "Total a month",
      "$289.00",
      "Every two weeks",
    ])
      expect(preview.text).toContain(words);
    expect(sold.status).toBe(303);
    const done = await page(sold.to ?? "");
    for (const words of [
      "waits for payment",
      "Ruth Merrill",
      "every other Tuesday at 10:00 AM",
      "Jun 03, 2026",
    ])
      expect(done.text).toContain(words);
    expect(done.html).toContain(`/pay/plan/${id}?key=`);
    expect((await page("/admin/plans")).text).toContain("Waiting for payment");
    const customer = await pool.query("select customer_id from plans");
    expect((await page(`/admin/customers/${customer.rows[0].customer_id}`)).text).toContain(
      "Waiting for payment",
    );
    const panel = await page(`/admin/plans/${id}`);
    expect(panel.text).toContain("Email it again to ruth@mail.example");
    expect(panel.html).toContain(`/pay/plan/${id}?key=`);
    const sent = await post(`/admin/plans/${id}`, { intent: "email-link" });
    expect(sent.status).toBe(303);
    const actions = await pool.query("select action from audit_log where entity = 'plan' order by id");
    expect(actions.rows.map(({ action }) => action)).toEqual(["plan.held", "plan.pay_link_sent"]);
    expect((await page("/admin/activity")).text).toContain("by phone, to be paid by link");
  });

  test("is not held before its visits were seen: the answer shows them", async () => {
    const answer = await post("/admin/bookings/new", form);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("Check the next visits with the customer");
    expect(answer.text).toContain("Tue, Jun 23, 10:00 AM");
    expect(await plans()).toEqual([]);
    const again = await post("/admin/bookings/new", { ...form, seen: hidden(answer.html, "seen") });
    expect(again.status).toBe(303);
  });

  test("is refused when the calendar changed since the preview, with what differs and all that was typed", async () => {
    const preview = await post("/admin/bookings/new", { ...form, intent: "show" });
    await pool.query("insert into closures (date) values ('2026-06-23')");
    const late = await post("/admin/bookings/new", { ...form, seen: hidden(preview.html, "seen") });
    expect(late.status).toBe(409);
    for (const words of ["has changed since you looked", "Changed since", "Wed, Jun 24, 10:00 AM", "closed"])
      expect(late.text).toContain(words);
    expect(late.text.split("Changed since")).toHaveLength(2);
    expect(late.html).toContain('value="Ruth Merrill"');
    expect(await plans()).toEqual([]);
    const agreed = await post("/admin/bookings/new", { ...form, seen: hidden(late.html, "seen") });
    expect(agreed.status).toBe(303);
    expect((await visitsOf(pool, (await plans())[0].id))[1]).toContain("2026-06-24");
  });

  test.each([
    [{ date: "2026-05-01" }, "Date is in the past"],
    [{ slot: "2026-06-09 3:10 AM" }, "Time must be one of"],
    [{ frequency: "daily" }, "Frequency"],
    [{ customer_email: "", customer_phone: "" }, "Enter an email address or a phone number."],
    [{ customer_email: "ruth@" }, "Please enter a valid email address"],
    [{ coupon: "SPRING" }, "plan"],
    [{ street: "" }, "Street is required."],
  ])("with %j is refused with a word at the field", async (change, words) => {
    const answer = await post("/admin/bookings/new", { ...form, ...change, seen: "x" });
    expect([400, 409]).toContain(answer.status);
    expect(answer.text).toContain(words);
    expect(await plans()).toEqual([]);
  });

  test("whose frequency is left from another service is the single visit that was chosen", async () => {
    const visit = { ...form, service: "regular-cleaning", date: "2026-06-10", time: "8:00 AM" };
    expect((await post("/admin/bookings/new", visit)).to).toContain("?booked=");
    expect(await plans()).toEqual([]);
  });

  test("without an email address says that the link must be copied", async () => {
    const { sold, id } = await sell({ customer_email: "" });
    expect((await page(sold.to ?? "")).text).toContain("There is no email address: copy the link");
    expect((await page(`/admin/plans/${id}`)).text).toContain("Copy the link and text it");
    expect((await post(`/admin/plans/${id}`, { intent: "email-link" })).status).toBe(409);
  });

  test("is sold, emailed and cancelled by dispatchers, and only seen by bookkeepers, without its link", async () => {
    const { id } = await sell();
    const dora = await signedIn(site, { first_name: "Dora" });
    await giveRole(pool, dora.id, "bookkeeper");
    const seen = await (await get(`/admin/plans/${id}`, { Cookie: dora.cookie })).text();
    expect(seen).toContain("Sold by phone");
    expect(seen).not.toContain("/pay/plan/");
    for (const intent of ["email-link", "withdraw"])
      expect((await post(`/admin/plans/${id}`, { intent }, dora.cookie)).status).toBe(403);
    expect((await post("/admin/bookings/new", form, dora.cookie)).status).toBe(403);
    await giveRole(pool, dora.id, "dispatcher");
    for (const intent of ["email-link", "withdraw"])
      expect((await post(`/admin/plans/${id}`, { intent }, dora.cookie)).status).toBe(303);
    expect((await page(`/admin/plans/${id}`)).text).toContain("Cancelled before it was paid");
  });
});

describe("the link of such a plan", () => {
  test("shows the visits and the price without naming anybody, and leads to the checkout", async () => {
    const { pay, id } = await sell();
    const answer = await get(pay);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const text = await textOf(answer);
    for (const words of [
      "Start your plan",
      "Tue, Jun 9, 10:00 AM",
      "Every month",
      "$289.00",
      "until you end",
    ])
      expect(text).toContain(words);
    for (const secret of ["Ruth", "Merrill", "Main Street", "mail.example", "0177"])
      expect(text).not.toContain(secret);
    const sent = await send(pay);
    expect(sent.status).toBe(303);
    expect(sent.headers.get("Set-Cookie")).toContain("wb.order.");
    const to = sent.headers.get("Location") ?? "";
    expect((await send(pay)).headers.get("Location")).toBe(to);
    const session = new URL(to).searchParams.get("session_id") ?? "";
    expect(await textOf(await get(to.replace(ORIGIN, "")))).toContain("$289.00");
    await payTestCheckout(ctx(), session, CARD);
    await closeCheckout(ctx(), session);
    const arrived = await get(`/payment-success?session_id=${session}`);
    expect(await textOf(arrived)).toContain("Your plan has started");
    expect(await textOf(await get(pay))).toContain("This plan is paid.");
    expect((await send(pay)).status).toBe(409);
    expect((await page(`/admin/plans/${id}`)).text).toContain("Active");
  });

  test("opens another checkout when the first has expired, and its old page leads back to the link", async () => {
    const { pay } = await sell();
    const first = (await send(pay)).headers.get("Location") ?? "";
    clock.advance({ minutes: 40 });
    const old = await get(first.replace(ORIGIN, ""));
    expect([old.status, old.headers.get("Location")]).toEqual([302, ORIGIN + pay]);
    const second = (await send(pay)).headers.get("Location") ?? "";
    expect(second).toContain("/payment?session_id=");
    expect(second).not.toBe(first);
  });

  test("is for nobody without its key", async () => {
    const { pay, id } = await sell();
    const paths = [`/pay/plan/${id}`, `${pay}x`, "/pay/plan/7?key=1", pay.replace("/pay/plan/", "/plans/")];
    for (const path of paths.slice(0, 3)) {
      expect((await get(path)).status, path).toBe(404);
      expect((await send(path)).status, path).toBe(404);
    }
    expect((await get(paths[3] ?? "")).status).not.toBe(200);
  });

  test("says in plain words that the hold is over, and staff offer the plan again", async () => {
    const { pay, id } = await sell();
    clock.advance({ hours: 49 });
    const late = await send(pay);
    expect(late.status).toBe(409);
    expect(await textOf(late)).toContain("We no longer hold these visits");
    expect(await textOf(await get(pay))).toContain("You weren’t charged.");
    const panel = await page(`/admin/plans/${id}`);
    expect(panel.text).toContain("Expired");
    expect(panel.html).toContain(`/admin/bookings/new?again=${id}`);
    const again = await page(`/admin/bookings/new?again=${id}`);
    expect(again.html).toContain('value="9 Main Street"');
    expect(again.text).toContain("Tue, Jun 9, 10:00 AM");
    const fields = { ...form, token: hidden(again.html, "token"), seen: hidden(again.html, "seen") };
    expect((await post("/admin/bookings/new", fields)).status).toBe(303);
    expect((await plans()).map(({ status }) => status)).toEqual(["ended", "pending"]);
  });

  test("says in plain words that staff cancelled the plan", async () => {
    const { pay, id } = await sell();
    await post(`/admin/plans/${id}`, { intent: "withdraw" });
    const text = await textOf(await get(pay));
    expect(text).toContain("This plan was cancelled");
    expect(text).toContain("nothing to pay");
    expect((await send(pay)).status).toBe(409);
    expect((await post(`/admin/plans/${id}`, { intent: "withdraw" })).status).toBe(409);
  });
});
