import { beforeEach, describe, expect, test } from "vitest";
import { leaveReviewsUrl } from "../../app/features/notifications/preferences/choices.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { pool, clear, clock, app, get, ctx } = site;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

/** Posts a form as a browser does. Email programs send no origin. */
function post(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { Origin: ORIGIN },
) {
  const body = new URLSearchParams(fields);
  return app.request(new Request(ORIGIN + path, { method: "POST", headers, body }));
}

const stored = async () =>
  (await pool.query("select user_id, reminders, reviews, reveals from mail_choices order by created_at"))
    .rows;

const CHOICES = ["reminders", "reviews", "reveals"];
const isTicked = (html: string, name: string) =>
  /\schecked=""/.test(new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "missing");

describe("a customer's email preferences", () => {
  test("are saved with a confirmation", async () => {
    const ada = await signedIn(site);
    const before = await (await get("/profile/mails", { Cookie: ada.cookie })).text();
    expect(CHOICES.map((name) => isTicked(before, name))).toEqual([true, true, false]);
    const headers = { Origin: ORIGIN, Cookie: ada.cookie };
    const answer = await post("/profile/mails", { reviews: "on", reveals: "on" }, headers);
    expect(answer.status).toBe(303);
    expect(toastOf(answer)?.title).toBe("Preferences Saved");
    expect(await stored()).toEqual([{ user_id: ada.id, reminders: false, reviews: true, reveals: true }]);
    const after = await (await get("/profile/mails", { Cookie: ada.cookie })).text();
    expect(CHOICES.map((name) => isTicked(after, name))).toEqual([false, true, true]);
    await post("/profile/mails", { reviews: "on", reveals: "on" }, headers);
    const { rows } = await pool.query("select details from audit_log where action = 'user.mails_chosen'");
    expect(rows).toEqual([
      {
        details: {
          before: { reminders: true, reviews: true, reveals: false },
          after: { reminders: false, reviews: true, reveals: true },
        },
      },
    ]);
  });

  test("can't be set by a guest", async () => {
    expect((await post("/profile/mails", {})).headers.get("Location")).toContain("/login");
    expect(await stored()).toEqual([]);
  });

  test("show the newsletter of a verified address only, with a link to unsubscribe", async () => {
    const [ada, eve] = [await signedIn(site), await signedIn(site, { verified: false })];
    for (const { email } of [ada, eve])
      await pool.query("insert into newsletter_subscribers (email, status) values ($1, 'subscribed')", [
        email,
      ]);
    expect(await (await get("/profile/mails", { Cookie: ada.cookie })).text()).toMatch(
      /href="\/newsletter\/unsubscribe\?id=[^"]+key=/,
    );
    expect(await (await get("/profile/mails", { Cookie: eve.cookie })).text()).not.toContain(
      "/newsletter/unsubscribe",
    );
  });
});

describe("the link to stop invitations", () => {
  const linkOf = (id: string) => leaveReviewsUrl(ctx(), id).slice(ORIGIN.length);

  test("changes nothing when opened, and stops them with one press", async () => {
    const ada = await signedIn(site);
    const page = await get(linkOf(ada.id));
    expect(page.status).toBe(200);
    expect(visibleText(await page.text())).toContain("Stop review invitations?");
    expect(await stored()).toEqual([]);
    const answer = await post(linkOf(ada.id), {});
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, linkOf(ada.id)]);
    expect(await stored()).toEqual([{ user_id: ada.id, reminders: true, reviews: false, reveals: false }]);
    expect(visibleText(await (await get(linkOf(ada.id))).text())).toContain("You are unsubscribed");
  });

  test("works for an email program, which follows no redirect, and keeps the other preference", async () => {
    const ada = await signedIn(site);
    await pool.query("insert into mail_choices (user_id, reminders) values ($1, false)", [ada.id]);
    const once = { "List-Unsubscribe": "One-Click" };
    expect((await post(linkOf(ada.id), once, {})).status).toBe(200);
    expect((await post(linkOf(ada.id), once, {})).status).toBe(200);
    expect(await stored()).toEqual([{ user_id: ada.id, reminders: false, reviews: false, reveals: false }]);
  });

  test.each([
    ["a wrong key", (path: string) => path.replace(/key=.{4}/, "key=AAAA")],
    ["no key", (path: string) => path.replace(/&key=.*/, "")],
    ["no id", (path: string) => path.replace(/id=[^&]+/, "id=x")],
  ])("doesn't work with %s", async (_name, spoil) => {
    const { id } = await signedIn(site);
    expect((await get(spoil(linkOf(id)))).status).toBe(404);
    expect((await post(spoil(linkOf(id)), {})).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  test("doesn't work with another customer's key", async () => {
    const [ada, bob] = [await signedIn(site), await signedIn(site)];
    expect((await post(linkOf(ada.id).replace(ada.id, bob.id), {})).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  test("also succeeds for a deleted account", async () => {
    const deleted = "00000000-0000-4000-8000-000000000000";
    expect((await get(linkOf(deleted))).status).toBe(200);
    expect((await post(linkOf(deleted), {})).status).toBe(303);
    expect(await stored()).toEqual([]);
  });
});
