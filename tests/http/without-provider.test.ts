import { beforeEach, expect, test } from "vitest";
import { manageUrl } from "~/features/booking/manage/link.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aBody, setSetting } from "../support/bookings";
import { aPlanRequest } from "../support/plans";
import { signedIn } from "../support/sign-in";

const site = await testApp({ testCheckout: false });
const { app, pool, ctx, get, post, clear } = site;

beforeEach(clear);

const CONTACT = { name: "Ada Lovelace", email: "ada@mail.example", phone: "(603) 555-0199" };
const textOf = async (response: Response) =>
  visibleText(await response.text())
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

async function begin() {
  const answer = await post("/api/create-payment", aBody());
  expect(answer.status).toBe(200);
  const { url } = await answer.json();
  return url.replace(ORIGIN, "") as string;
}

const send = (path: string, fields: Record<string, string>) =>
  app.request(
    new Request(ORIGIN + path, {
      method: "POST",
      headers: { Origin: ORIGIN },
      body: new URLSearchParams(fields),
    }),
  );

test("without a provider a visit is confirmed on the page that shows what is paid on the day", async () => {
  const path = await begin();
  const page = await textOf(await get(path));
  expect(page).toContain("You pay on the day");
  expect(page).toContain("Due on the day of your visit$159.00");
  expect(page).not.toContain("Card number");
  const invalid = await send(path, { ...CONTACT, email: "nobody" });
  expect(invalid.status).toBe(400);
  expect(await textOf(invalid)).toContain("Please enter a valid email address");
  const booked = await send(path, CONTACT);
  expect([booked.status, booked.headers.get("Location")]).toEqual([303, path]);
  const after = await textOf(await get(path));
  expect(after).toContain("Your cleaning is booked");
  expect(after).toContain("You pay $159.00 on the day. A confirmation is on its way to ada@mail.example.");
  expect((await send(path, CONTACT)).status, "pressed again").toBe(303);
  const { rows } = await pool.query("select id from bookings where status = 'confirmed'");
  const visit = await textOf(
    await get(manageUrl(ctx(), { id: rows[0].id, link_generation: 0 }).replace(ORIGIN, "")),
  );
  expect(visit).toContain("Due on the day of your visit$159.00");
});

test("leaving that page releases the time and leads to the filled form", async () => {
  const path = await begin();
  const cancelled = await send(path, { intent: "cancel" });
  expect([cancelled.status, cancelled.headers.get("Location")]).toEqual([303, "/book"]);
  expect((await get(path)).status).toBe(410);
});

test("the test checkout is closed: no page, no payment, no event", async () => {
  await pool.query(
    `insert into test_checkout_sessions (id, idempotency_key, status, amount, currency, lines, summary, success_url, cancel_url, expires_at, created_at)
     values ('test_left', 'left', 'open', 100, 'USD', '[]', '[]', 'https://site.example/a', 'https://site.example/b', '2030-01-01', now())`,
  );
  expect((await get("/payment?session_id=test_left")).status).toBe(404);
  expect((await send("/payment?session_id=test_left", { intent: "pay" })).status).toBe(404);
  expect((await post("/api/webhooks/test-checkout", {})).status).toBe(404);
});

test("the demo of /payment stays, marked, and charges nothing", async () => {
  const page = await get("/payment");
  expect(page.status).toBe(200);
  expect(await textOf(page)).toContain("Demo: nothing is charged");
});

test("while bookings are refused, the page, the widget, the form and the API say so with the phone number", async () => {
  await setSetting(pool, "payments.without_provider", "no_bookings");
  for (const path of ["/book", "/widget"])
    expect(await textOf(await get(path)), path).toMatch(/Online booking isn’t available .*\(603\) 555-0142/);
  const answer = await post("/api/create-payment", aBody());
  expect(answer.status).toBe(422);
  expect((await answer.json()).error.message).toMatch(/Please call us at \(603\) 555-0142/);
  const form = await send("/book", {
    ...{ service: "regular-cleaning", type: "residential", date: "2026-06-10", time: "8:00 AM", hours: "3" },
    ...{ street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263", intent: "pay" },
  });
  expect(form.status).toBe(422);
  expect(await textOf(form)).toContain("Please call us at (603) 555-0142");
});

test("the API refuses a plan with a readable error", async () => {
  const answer = await post("/api/create-payment", aPlanRequest());
  expect(answer.status).toBe(422);
  expect((await answer.json()).error.message).toMatch(/^Plans are paid by card/);
});

test("the dashboard and the settings warn that cards can't be taken", async () => {
  const { cookie } = await signedIn(site, { role: "admin" });
  const alerts = async (path: string) =>
    (await (await get(path, { Cookie: cookie })).text()).split('role="alert"')[1];
  expect(visibleText(`<p ${await alerts("/admin")}`)).toMatch(
    /No payment provider is set up: you can.+t take cards/,
  );
  expect(visibleText(`<p ${await alerts("/admin/settings?tab=payments")}`)).toMatch(
    /No card provider is set up/,
  );
});
