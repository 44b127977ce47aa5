import { beforeEach, describe, expect, test } from "vitest";
import { testApp, visibleText } from "../support/app";
import { giveBelongings } from "../support/belongings";
import { officeVisitor } from "../support/office-visitor";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { pool, get, clear, queues } = site;
const { page, post, signIn } = officeVisitor(site);
let amira: { id: string };

beforeEach(async () => {
  await clear();
  amira = await signIn();
});

const one = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows[0];

describe("reviews", () => {
  const aReview = async (may_publish: boolean) => {
    const owner = await signedIn(site, { first_name: "Ottilie", email: "ottilie@mail.example" });
    await giveBelongings(site, owner.id);
    const { id } = await one("update reviews set may_publish = $1 returning id", may_publish);
    return id as string;
  };

  test("are published with consent and appear on the home page below the quotes", async () => {
    const id = await aReview(true);
    expect((await page("/admin/reviews")).text).toContain("Can be published");
    const { text } = await page(`/admin/reviews/${id}?rating=5`);
    for (const phrase of ["Marvellous birchwork", "ottilie@mail.example", "Regular Cleaning", "crew"])
      expect(text).toContain(phrase);
    const answer = await post(`/admin/reviews/${id}?rating=5`, { intent: "publish" });
    expect(answer).toMatchObject({ status: 303, to: `/admin/reviews/${id}?rating=5` });
    const home = visibleText(await (await get("/")).text());
    expect(home).toMatch(/What Our Customers Say.*Marvellous birchwork.*Ottilie, Pittsfield/s);
    expect(home).not.toContain("Owner");
    await post(`/admin/reviews/${id}`, { intent: "unpublish" });
    expect(visibleText(await (await get("/")).text())).not.toContain("Marvellous birchwork");
  });

  test("are never published without consent", async () => {
    const id = await aReview(false);
    const { text } = await page(`/admin/reviews/${id}`);
    expect(text).toContain("agreed to have this review published");
    expect(text).not.toContain("Publish on home page");
    expect(await post(`/admin/reviews/${id}`, { intent: "publish" })).toMatchObject({ status: 409 });
    expect(visibleText(await (await get("/")).text())).not.toContain("Marvellous birchwork");
  });

  test("are deleted with a reason from the list only", async () => {
    const id = await aReview(true);
    for (const reason of ["", "because", "toString"]) {
      const answer = await post(`/admin/reviews/${id}`, { intent: "delete", reason });
      expect(answer).toMatchObject({ status: 400 });
      expect(answer.text).toContain("Choose a reason for deleting it.");
    }
    expect(await post(`/admin/reviews/${id}`, { intent: "delete", reason: "spam" })).toMatchObject({
      status: 303,
      to: "/admin/reviews",
    });
    expect((await page("/admin/reviews")).text).toContain("No reviews found.");
    expect((await page("/admin/activity")).text).toMatch(
      /deleted a customer.{1,6}s review: it was advertising/,
    );
    expect((await page(`/admin/reviews/${id}`)).status).toBe(404);
  });

  test("are exported as filtered, with no text as a formula", async () => {
    await aReview(true);
    await pool.query("update reviews set review_text = '=1+1'");
    const { text, headers } = await page("/admin/reviews.csv?rating=5");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(text).toContain("'=1+1");
    expect((await page("/admin/reviews.csv?rating=4")).text.trim().split("\n")).toHaveLength(1);
  });
});

describe("an email", () => {
  const anEmail = async (status = "failed") => {
    const { id } = await one(
      `insert into mails (occasion, recipient, subject, html, text, status, attempts, error, envelope)
       values ('x', 'ada@mail.example', '<b>Hello</b>', '<p style="color:red"><a href="/x?key=SECRET">Hi</a></p>',
         'Hi SECRET', $1, 3, 'Error: 550 No such user', $2) returning id`,
      status,
      JSON.stringify({ from: { name: "x", address: "x@y.example" }, attachments: [], secrets: ["SECRET"] }),
    );
    return id as string;
  };

  test("that failed is shown on the dashboard, with a link to its panel and the server's error", async () => {
    const id = await anEmail();
    expect((await page("/admin")).html).toContain(`/admin/mail/${id}`);
    const { text, html } = await page(`/admin/mail/${id}?status=failed`);
    for (const phrase of ["Failed", "Tried 3 times", "550 No such user", "Send again", "Hi …"])
      expect(text).toContain(phrase);
    expect(html).not.toContain("SECRET");
    expect(html).toMatch(new RegExp(`<iframe[^>]*src="/admin/mail/${id}/page"[^>]*sandbox=""`));
  });

  test("is shown as a document without rights", async () => {
    const id = await anEmail();
    const { html, headers, status } = await page(`/admin/mail/${id}/page`);
    expect([status, html]).toEqual([200, '<p style="color:red"><a>Hi</a></p>']);
    const policy = String(headers.get("Content-Security-Policy"));
    for (const part of ["default-src 'none'", "frame-ancestors 'self'", "sandbox"])
      expect(policy).toContain(part);
    expect(policy).not.toContain("script-src");
    expect(headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  test("is sent again once, and the activity shows it", async () => {
    const id = await anEmail();
    const press = () => post(`/admin/mail/${id}?q=ada`, { intent: "again", attempts: "3" });
    expect([await press(), await press()]).toMatchObject([
      { status: 303, to: `/admin/mail/${id}?q=ada` },
      { status: 303 },
    ]);
    expect(await queues.run("send-mail-again")).toBe(1);
    expect((await page(`/admin/mail/${id}`)).text).toContain("Kept");
    expect((await page("/admin/activity")).text.match(/resent an email that had failed/g)).toHaveLength(1);
  });

  test.each([
    { intent: "again" },
    { intent: "again", attempts: "-1" },
    { intent: "again", attempts: "9".repeat(40) },
    { intent: "forward", attempts: "3" },
  ])("is not sent by a form like %o", async (form) => {
    const id = await anEmail();
    expect(await post(`/admin/mail/${id}`, form as Record<string, string>)).toMatchObject({ status: 400 });
    expect((await one("select status from mails")).status).toBe("failed");
  });
});

test("newsletter addresses are counted, unsubscribed and restored", async () => {
  const { id } = await one(
    "insert into newsletter_subscribers (email, status) values ('ada@mail.example', 'subscribed') returning id",
  );
  const { text } = await page("/admin/newsletter?status=subscribed");
  for (const phrase of ["1 subscriber", "ada@mail.example", "Unsubscribe", "Delete"])
    expect(text).toContain(phrase);
  expect(await post("/admin/newsletter?status=subscribed", { intent: "remove", id })).toMatchObject({
    status: 303,
    to: "/admin/newsletter?status=subscribed",
  });
  expect((await page("/admin/newsletter?status=subscribed")).text).toContain("No subscribers found.");
  await post("/admin/newsletter", { intent: "restore", id });
  expect((await page("/admin/newsletter.csv")).text).toContain("ada@mail.example,subscribed");
  for (const form of [
    { intent: "toString", id },
    { intent: "", id },
  ])
    expect(await post("/admin/newsletter", form)).toMatchObject({ status: 400 });
  expect(await post("/admin/newsletter", { intent: "forget", id: "1" })).toMatchObject({ status: 404 });
  expect(await post("/admin/newsletter", { intent: "forget", id })).toMatchObject({ status: 303 });
  expect((await page("/admin/newsletter")).text).toContain("No subscribers found.");
});

test("articles are listed with votes and saves, and pages with their state", async () => {
  await pool.query(
    "insert into article_votes (article_id, visitor_id) select 2, gen_random_uuid() from generate_series(1, 3)",
  );
  await pool.query("insert into saved_articles (article_id, user_id) values (2, $1)", [amira.id]);
  const { text, html } = await page("/admin/content");
  expect(text).toMatch(/What Green Really Means Under the Kitchen Sink.*As shipped.*3.*1/s);
  for (const phrase of ["Blog and site content", "Security policy", "As shipped", "Never changed"])
    expect(text).toContain(phrase);
  for (const path of ["/blog/2", "/privacy", "/terms", "/faq", "/about"])
    expect(html).toContain(`href="${path}"`);
});
