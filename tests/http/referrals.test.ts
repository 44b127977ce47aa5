import { beforeEach, describe, expect, test } from "vitest";
import { settleReferrals } from "~/features/customers/referrals/settle.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { bookingOf, CARD, DAY, sessionOf, setSetting } from "../support/bookings";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app, pool, ctx, get, clear } = site;
const { page, post, signIn } = officeVisitor(site);
let grace: Awaited<ReturnType<typeof signedIn>>;

beforeEach(async () => {
  await clear();
  await setSetting(pool, "referrals.referrer_amount", "2000");
  await setSetting(pool, "referrals.friend_amount", "1500");
  grace = await signedIn(site, { first_name: "Grace", last_name: "Hill" });
});

const FORM = {
  ...{
    intent: "pay",
    service: "regular-cleaning",
    type: "residential",
    date: DAY,
    time: "8:00 AM",
    hours: "3",
  },
  ...{ street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" },
};

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

async function linkOf({ cookie }: { cookie: string }): Promise<string> {
  const html = await (await get("/profile", { Cookie: cookie })).text();
  return /value="(https:\/\/site\.example\/r\/[0-9a-f]{12})"/.exec(html)?.[1] ?? "";
}

/** Follows a link to the booking page as a browser does. */
async function arrive(link: string, cookie = "") {
  const away = await app.request(new Request(link));
  expect(away.status).toBe(302);
  const kept = await get(away.headers.get("Location") ?? "", { Cookie: cookie });
  const all = [cookie, cookiesOf(kept)].filter(Boolean).join("; ");
  const response = kept.status === 200 ? kept : await get("/book", { Cookie: all });
  const html = await response.text();
  return { html, text: visibleText(html), cookie: all };
}

const OFFER = "A customer referred you: once your first visit is done and paid, you get $15 of credit";

describe("a customer's referral link", () => {
  test("is in the profile, with what both get, and only while somebody gets something", async () => {
    expect(await linkOf(grace)).toMatch(/\/r\/[0-9a-f]{12}$/);
    const { text } = await visible("/profile", grace.cookie);
    expect(text).toContain("you get $20 of credit and they get $15 once their first visit is done and paid.");
    await setSetting(pool, "referrals.referrer_amount", "0");
    await setSetting(pool, "referrals.friend_amount", "0");
    expect(await linkOf(grace)).toBe("");
  });

  test("leads to the booking page, which says what a visitor gets and keeps it", async () => {
    const { html, text, cookie } = await arrive(await linkOf(grace));
    expect(text).toContain(OFFER);
    expect(text).not.toContain("Grace");
    expect(html).toMatch(/name="referral" value="[0-9a-f]{12}"/);
    expect((await visible("/book", cookie)).text).toContain(OFFER);
  });

  test("promises nothing to its owner, nor by a wrong code", async () => {
    expect((await arrive(await linkOf(grace), grace.cookie)).text).not.toContain("A customer referred you");
    for (const wrong of ["000000000000", "x", "..%2f..%2fadmin", "%00"]) {
      const response = await get(`/r/${wrong}`);
      expect([302, 400, 404]).toContain(response.status);
    }
    expect((await arrive(`${ORIGIN}/r/000000000000`)).text).not.toContain("A customer referred you");
  });

  test("earns both their credit, which staff see with both names", async () => {
    await signIn();
    const link = await linkOf(grace);
    const { html } = await arrive(link);
    const referral = /name="referral" value="([0-9a-f]{12})"/.exec(html)?.[1] ?? "";
    const body = new URLSearchParams({ ...FORM, referral });
    const sent = await app.request(new Request(`${ORIGIN}/book`, { method: "POST", body }));
    const session = sessionOf(sent.headers.get("Location") ?? "");
    await payTestCheckout(ctx(), session, CARD);
    await closeCheckout(ctx(), session);
    const { id } = await bookingOf(pool, session);
    expect((await page("/admin/referrals")).text).toMatch(
      /Grace Hill referred Ada Lovelace.*After the first/,
    );
    await pool.query("update bookings set status = 'completed' where id = $1", [id]);
    await settleReferrals(ctx());
    expect((await page("/admin/referrals")).text).toContain("Earned $20 and $15");
    expect((await page(`/admin/customers/${grace.id}`)).text).toMatch(
      /Referrals.*Ada Lovelace.*Earned \$20 and \$15/,
    );
    expect((await page("/admin/activity")).text).toMatch(
      /gave \$20\.00 of credit to Grace Hill for a referral/,
    );
    const { text } = await visible("/profile", grace.cookie);
    expect(text).toContain("One person has come by your link: $20 of credit so far.");
    expect(text).not.toContain("Ada Lovelace");
    expect(text).toContain("For recommending us");
  });
});

describe("what both get", () => {
  test("is set by managers, at the field with what is wrong", async () => {
    await signIn();
    const refused = await post("/admin/referrals", {
      intent: "save",
      referrer_amount: "lots",
      friend_amount: "15",
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Enter an amount up to $1,000.00, like 20, or 0 for none.");
    expect(refused.html).toContain('value="lots"');
    expect(
      (await post("/admin/referrals", { intent: "save", referrer_amount: "30", friend_amount: "" })).status,
    ).toBe(303);
    expect((await visible("/profile", grace.cookie)).text).toContain("you get $30 of credit once");
    const bea = await signedIn(site, { role: "bookkeeper" });
    expect((await get("/admin/referrals", { Cookie: bea.cookie })).status).toBe(200);
    expect((await post("/admin/referrals", { intent: "save" }, bea.cookie)).status).toBe(403);
  });
});

async function visible(address: string, cookie: string) {
  const html = await (await get(address, { Cookie: cookie })).text();
  return { html, text: visibleText(html) };
}
