import { beforeEach, describe, expect, test } from "vitest";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { planUrl } from "../../app/features/plans/ownership.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { CARD, sessionOf, sessionState, setCrews } from "../support/bookings";
import { FIRST, openPlan, planOf, readPlanRow, startPlan, visitsOf } from "../support/plans";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { app, pool, ctx, clock, clear } = site;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

async function ask(
  address: string,
  { form, cookie }: { form?: Record<string, string>; cookie?: string } = {},
) {
  const response = await app.request(
    new Request(ORIGIN + address, {
      method: form ? "POST" : "GET",
      headers: cookie ? { Cookie: cookie } : {},
      body: form && new URLSearchParams(form),
    }),
  );
  const html = await response.text();
  const place = response.headers.get("Location");
  return { status: response.status, html, text: visibleText(html), place };
}

/** A guest's paid plan and its pages under the signed link. */
async function aPlan() {
  const id = await startPlan(ctx(), pool);
  const { pathname, search } = new URL(planUrl(ctx(), { id, link_generation: 0 }));
  const path = (page = "", query = "") => `${pathname}${page}${search}${query}`;
  return { id, path };
}

describe("the pages of a plan", () => {
  test("show service, times and price, and change nothing when opened", async () => {
    const { id, path } = await aPlan();
    const before = JSON.stringify([await readPlanRow(pool, id), await visitsOf(pool, id)]);
    const { text } = await ask(path());
    for (const phrase of [
      "Monthly Home Care",
      "Every other Tuesday at 10:00 AM",
      "$289.00",
      "a month",
      "Next charge on Jul 01, 2026",
      "Tuesday, June 9",
      "Keep this link private",
    ])
      expect(text).toContain(phrase);
    for (const [page, phrase] of [
      ["/skip-month", "$289.00 on Jul 01, 2026Next charge$289.00 on Aug 01, 2026"],
      ["/pause", "FromJul 01, 2026, when your paid month ends"],
      ["/end", "Last dayJun 30, 2026, when your paid month ends"],
      ["/resume", "This plan is not paused."],
    ] as const) {
      const opened = await ask(path(page));
      expect(opened.status, page).toBe(200);
      expect(opened.text.replace(/\s+/g, " "), page).toContain(phrase);
    }
    expect(JSON.stringify([await readPlanRow(pool, id), await visitsOf(pool, id)])).toBe(before);
  });

  test("skip one visit, pause, resume and end, each with one press", async () => {
    const { id, path } = await aPlan();
    const { rows } = await pool.query("select id from bookings where plan_id = $1 and plan_visit = 2", [id]);
    const skip = path("/skip", `&visit=${rows[0].id}`);
    expect((await ask(skip)).text).toContain("Skip this visit?");
    expect((await ask(skip, { form: {} })).place).toBe(path());
    expect((await visitsOf(pool, id))[1]).toContain("cancelled");
    expect((await ask(path())).text).toContain("Skipped");

    expect((await ask(path("/pause"), { form: { seen: "2026-07-01", resumes_on: "" } })).status).toBe(303);
    expect((await ask(path())).text).toContain("Paused from Jul 01, 2026 until you resume");
    expect((await ask(path("/resume"), { form: { seen: "2026-07-01" } })).status).toBe(303);
    expect((await readPlanRow(pool, id)).paused_from).toBeNull();
    expect((await ask(path("/end"), { form: { seen: "2026-06-30" } })).status).toBe(303);
    expect((await ask(path())).text).toContain("This plan ends on Jun 30, 2026.");
  });

  test("refuse an outdated form and an unknown plan", async () => {
    const { id, path } = await aPlan();
    const odd = await ask(path("/pause"), { form: { seen: "2026-08-01", resumes_on: "someday" } });
    expect([odd.status, odd.text]).toEqual([
      400,
      expect.stringContaining("Choose a day, or pause until you resume."),
    ]);
    expect(odd.html).toMatch(/<select[^>]*aria-invalid="true"/);
    const far = await ask(path("/pause"), { form: { seen: "2026-07-01", resumes_on: "2029-01-01" } });
    expect([far.status, far.text]).toEqual([400, expect.stringContaining("Choose a day up to Jul 01, 2027")]);
    const old = await ask(path("/pause"), { form: { seen: "2026-08-01" } });
    expect(old.status).toBe(409);
    expect(old.text).toContain("Nothing was changed");
    expect((await readPlanRow(pool, id)).paused_from).toBeNull();
    for (const address of [
      path("/sing"),
      path("/skip"),
      path("/skip", "&visit=nothing"),
      path("/receipt/nothing"),
      "/plans/nothing?key=x",
      `/plans/${id}?key=wrong`,
    ])
      expect((await ask(address)).status, address).toBe(404);
    expect((await ask(`/plans/${id}`)).place).toMatch(/^\/login\?redirect=/);
  });

  test("refuse to resume with another charge than was shown", async () => {
    const { id, path } = await aPlan();
    await ask(path("/pause"), { form: { seen: "2026-07-01", resumes_on: "" } });
    const old = await ask(path("/resume"), { form: { seen: "2026-08-01" } });
    expect([old.status, old.text]).toEqual([
      409,
      expect.stringContaining("The next charge would now be on Jul 01, 2026."),
    ]);
    expect((await readPlanRow(pool, id)).paused_from).not.toBeNull();
  });

  test("say when a plan will end", async () => {
    const { path } = await aPlan();
    const response = await app.request(
      new Request(ORIGIN + path("/end"), {
        method: "POST",
        body: new URLSearchParams({ seen: "2026-06-30" }),
      }),
    );
    const [, toast = ""] = /^wb_toast=([^;]*)/.exec(response.headers.getSetCookie().join("\n")) ?? [];
    expect(Buffer.from(toast, "base64url").toString()).toContain("Plan ends on Jun 30, 2026");
  });

  test("have a receipt for each month, and show no price per visit", async () => {
    const { cookie, id: user } = await signedIn(site, { email: "ada@mail.example" });
    const { id } = await aPlan();
    await pool.query("update plans set user_id = $2 where id = $1", [id, user]);
    await pool.query("update bookings set user_id = $2 where plan_id = $1", [id, user]);
    const { rows } = await pool.query("select id from orders where plan_id = $1", [id]);
    const receipt = await ask(`/plans/${id}/receipt/${rows[0].id}`, { cookie });
    for (const phrase of ["Receipt", "Every other Tuesday at 10:00 AM", "$289.00"])
      expect(receipt.text).toContain(phrase);
    const visit = await pool.query("select id from bookings where plan_id = $1 and plan_visit = 1", [id]);
    expect((await ask(`/bookings/${visit.rows[0].id}`, { cookie })).text).toContain("Included in your plan");
    const profile = await ask("/profile?tab=upcoming-cleans", { cookie });
    for (const phrase of ["Your plan", "Manage plan", "See all 12 visits of Monthly Home Care"])
      expect(profile.text).toContain(phrase);
  });

  test("tell two plans of one service apart in the profile", async () => {
    const { cookie, id: user } = await signedIn(site, { email: "ada@mail.example" });
    const others = { date: "2026-06-11", time: "2:00 PM" } as const;
    const plans = [(await aPlan()).id, await startPlan(ctx(), pool, others)];
    await pool.query("update plans set user_id = $2 where id = any($1)", [plans, user]);
    await pool.query("update bookings set user_id = $2 where plan_id = any($1)", [plans, user]);
    const { text } = await ask("/profile?tab=upcoming-cleans", { cookie });
    for (const when of ["every other Tuesday at 10:00 AM", "every other Thursday at 2:00 PM"])
      expect(text).toContain(`See all 12 visits of Monthly Home Care, ${when}`);
  });
});

describe("the booking page without script", () => {
  const FORM = {
    service: "monthly-home-care",
    type: "residential",
    date: FIRST,
    time: "8:00 AM",
    frequency: "biweekly",
    bedrooms: "3",
    bathrooms: "2",
    hours: "3",
    notes: "",
    moves: "",
    street: "14 Barnstead Road",
    city: "Pittsfield",
    state: "NH",
    zip: "03263",
    draft_id: "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a77",
  };

  test("shows clashes and a button that accepts the proposals", async () => {
    await setCrews(pool, 1);
    await confirmedVisit(ctx(), pool, { date: "2026-06-23" });
    const refused = await ask("/book", { form: FORM });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("One visit needs a new time");
    expect(refused.text).toContain("Tue, Jun 23, 8:00 AM");
    const moves = /value="(2 2026[^"]+)"/.exec(refused.html)?.[1] ?? "";
    expect(moves).toMatch(/^2 2026-06-2\d /);
    const accepted = await ask("/book", { form: { ...FORM, moves } });
    expect(accepted.status).toBe(303);
    const plan = await planOf(pool, sessionOf(accepted.place ?? ""));
    expect(plan).toMatchObject({ frequency: "biweekly", status: "pending" });
    expect((await visitsOf(pool, plan.id))[1]).not.toContain("2026-06-23 08:00");
  });

  test("shows the frequency of a monthly service, and none for others", async () => {
    const { text, html } = await ask("/book?service=monthly-home-care");
    expect(text).toContain("Every two weeks: 2 or 3 visits a month. $289.00 a month.");
    expect(html).toContain('<input type="hidden" name="frequency" value="biweekly"/>');
    expect((await ask("/book?service=deep-cleaning")).text).not.toContain("Every two weeks");
  });

  test("refuses a frequency that the service has no price for, and offers a choice if there are several", async () => {
    const form = { ...FORM, frequency: "weekly" };
    const refused = await ask("/book", { form });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Frequency must be biweekly.");
    await pool.query(
      `update services set plan_frequencies = '["weekly", "biweekly"]' where id = 'monthly-home-care'`,
    );
    expect((await ask("/book?service=monthly-home-care")).html).toMatch(/type="radio"[^>]*name="frequency"/);
    expect((await ask("/book", { form })).status).toBe(303);
    await pool.query(`update services set plan_frequencies = '["biweekly"]' where id = 'monthly-home-care'`);
  });
});

describe("plans in the office", () => {
  test("are listed, found, exported and changed", async () => {
    const { cookie } = await signedIn(site, { role: "admin" });
    const { id } = await aPlan();
    const list = await ask("/admin/plans?q=lovelace&status=active&frequency=biweekly", { cookie });
    expect(list.text).toContain("Every other Tuesday at 10:00 AM");
    expect(list.text).toContain("1 plan");
    expect((await ask("/admin/plans?q=nobody", { cookie })).text).toContain("No plans found.");
    const file = await ask("/admin/plans.csv?q=lovelace", { cookie });
    expect(file.html).toContain("Monthly Home Care,biweekly,2026-06-09,10:00 AM");
    const panel = `/admin/plans/${id}`;
    expect((await ask(panel, { cookie })).text).toContain("Ada Lovelace");
    const send = (form: Record<string, string>) => ask(panel, { cookie, form });
    expect((await send({ intent: "pause", seen: "2026-07-01", resumes_on: "2026-08-01" })).status).toBe(303);
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "active" });
    expect((await ask(panel, { cookie })).text).toContain("Paused from Jul 01, 2026 until Jul 31, 2026");
    expect((await send({ intent: "resume" })).status).toBe(303);
    expect((await send({ intent: "end-now" })).status).toBe(303);
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "ended" });
    expect((await send({ intent: "end-now" })).status).toBe(409);
    for (const intent of ["", "sing", "__proto__", "constructor"])
      expect((await send({ intent })).status, intent).toBe(400);
    expect((await send({ intent: "skip", visit: "\u0000" })).status).toBe(404);
    expect((await ask("/admin/plans/nothing", { cookie })).status).toBe(404);
  });

  describe("plans paid with another amount", () => {
    const CAME = 20_000;

    /** A plan of $289.00 for which the checkout took $200.00, and the form that staff send. */
    async function paidOtherwise() {
      const { cookie } = await signedIn(site, { role: "admin" });
      const session = await openPlan(ctx());
      await payTestCheckout(ctx(), session, CARD);
      await pool.query("update test_checkout_sessions set amount = $1", [CAME]);
      await pool.query("update test_checkout_invoices set amount = $1", [CAME]);
      await settleSession(ctx(), await sessionState(ctx(), session));
      const { id } = await planOf(pool, session);
      const panel = `/admin/plans/${id}`;
      const status = async () => (await readPlanRow(pool, id)).status;
      return {
        ...{ id, panel, cookie, status },
        send: (form: Record<string, string>) => ask(`${panel}?q=ada`, { cookie, form }),
      };
    }

    const refunds = async () => (await pool.query("select amount from refunds")).rows;

    test("show the amount and are started with it, once", async () => {
      const { panel, cookie, send, status } = await paidOtherwise();
      const { text, html } = await ask(panel, { cookie });
      expect(text).toContain("$200.00");
      for (const intent of ["start", "give-back"]) expect(html).toContain(`value="${intent}"`);
      expect(html).toContain(`name="seen" value="${CAME}"`);
      expect(await send({ intent: "start", seen: String(CAME) })).toMatchObject({
        status: 303,
        place: `${panel}?q=ada`,
      });
      expect(await status()).toBe("active");
      for (const intent of ["start", "give-back"])
        expect((await send({ intent, seen: String(CAME) })).status).toBe(409);
      expect(await refunds()).toEqual([]);
    });

    test("are refunded and ended, once", async () => {
      const { send, status } = await paidOtherwise();
      expect((await send({ intent: "give-back", seen: String(CAME) })).status).toBe(303);
      expect(await status()).toBe("ended");
      for (const intent of ["start", "give-back"])
        expect((await send({ intent, seen: String(CAME) })).status).toBe(409);
      expect(await refunds()).toEqual([{ amount: CAME }]);
    });

    test("stay unchanged when staff saw another amount or none", async () => {
      const { send, status } = await paidOtherwise();
      for (const intent of ["start", "give-back"])
        for (const seen of ["28900", "", "-1", "2e4", "20000.5", "\u0000", "9".repeat(40)]) {
          const { status: refused, text } = await send({ intent, seen });
          expect([intent, seen, refused]).toEqual([intent, seen, 409]);
          expect(text).toContain("Nothing was changed");
        }
      expect(await status()).toBe("pending");
      expect(await refunds()).toEqual([]);
    });

    test("are decided by administrators only", async () => {
      const { panel, status } = await paidOtherwise();
      const { cookie } = await signedIn(site, { email: "user@mail.example" });
      for (const intent of ["start", "give-back"])
        for (const whose of [{}, { cookie }])
          expect((await ask(panel, { ...whose, form: { intent, seen: String(CAME) } })).status).not.toBe(200);
      expect(await status()).toBe("pending");
      expect(await refunds()).toEqual([]);
    });
  });

  test("are in 'Needs attention' when a charge failed or a visit has no time", async () => {
    const { cookie } = await signedIn(site, { role: "admin" });
    const { id } = await aPlan();
    await pool.query(
      "update plans set status = 'past_due', past_due_since = '2026-06-01T12:00Z', needs_attention = 'A visit has no time.' where id = $1",
      [id],
    );
    const { text } = await ask("/admin", { cookie });
    expect(text).toContain("1 plan could not be charged");
    expect(text).toContain("A visit has no time.");
    expect((await ask(`/admin/plans/${id}`, { cookie, form: { intent: "clear" } })).status).toBe(303);
    expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
  });
});
