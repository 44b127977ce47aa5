import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { app, pool, ctx, clock, clear } = site;
type Person = Awaited<ReturnType<typeof signedIn>>;

const WEEK = "/admin/hours?week=2026-06-08";
let [mona, bea, dora]: Person[] = [];
let ana = "";
let visit = "";

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
  mona = await signedIn(site, { role: "manager", first_name: "Mona" });
  bea = await signedIn(site, { role: "bookkeeper", first_name: "Bea" });
  dora = await signedIn(site, { role: "dispatcher", first_name: "Dora" });
  const booked = await confirmedVisit(ctx(), pool);
  visit = booked.id;
  const { rows } = await pool.query(
    "insert into crew_members (crew_id, name) values ($1, 'Ana <b>Flores') returning id",
    [booked.crew_id],
  );
  ana = rows[0].id;
  await pool.query("update bookings set status = 'completed' where id = $1", [visit]);
  await pool.query(
    `insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
     select gen_random_uuid(), $1, $2, 'started', array[$2::uuid], at, at, at
     from (values (timestamptz '2026-06-10T08:00:00-04:00')) tapped(at)`,
    [visit, ana],
  );
  clock.set("2026-06-16T12:00:00Z");
});

async function ask(who: Person | undefined, address: string, form?: Record<string, string>) {
  const body = form && new URLSearchParams(form);
  const headers = { Cookie: who?.cookie ?? "" };
  const response = await app.request(
    new Request(ORIGIN + address, { method: form ? "POST" : "GET", headers, body }),
  );
  const html = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    html,
    text: visibleText(html),
    toast: toastOf(response),
  };
}

const member = () => `/admin/hours/${ana}?week=2026-06-08`;
const ref = () => `job@${Temporal.Instant.from("2026-06-10T12:00:00Z").epochMilliseconds}`;
const clockOut = (changes: Record<string, string> = {}) => ({
  ...{ intent: "edit", visit, ref: ref(), kind: "job" },
  ...{ from: "2026-06-10T08:00", to: "2026-06-10T10:30", reason: "Forgot to tap" },
  ...changes,
});
const keyIn = (html: string) => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "";

describe("hours and pay", () => {
  test("are nothing for a dispatcher, and only an owner or a manager reopens a week", async () => {
    for (const address of [WEEK, member(), "/admin/hours.csv?week=2026-06-08"])
      expect((await ask(dora, address)).status, address).toBe(403);
    expect((await ask(dora, member(), clockOut())).status).toBe(403);
    expect((await ask(dora, "/admin")).text).not.toContain("Hours");
    expect((await ask(bea, WEEK, { intent: "reopen", why: "x" })).status).toBe(403);
    expect((await pool.query("select 1 from hour_edits")).rowCount).toBe(0);
  });

  test("lead from a missing clock-out over its correction to an approved week and its file", async () => {
    const before = await ask(bea, WEEK);
    expect(before.text).toContain("1 clock-out to check before this week can be approved");
    expect(before.html).not.toContain('value="approve"');
    expect(before.html).toContain("Ana &lt;b&gt;Flores");
    expect((await ask(bea, member())).text).toContain("Missing clock-out");
    const refused = await ask(bea, member(), clockOut({ to: "2026-06-10T07:00", reason: "" }));
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("The end must be after the start."),
    ]);
    expect(refused.text).toContain("Enter a reason.");
    expect((await ask(bea, member(), clockOut())).toast).toMatchObject({ title: "Hours saved" });
    const rate = { intent: "rate", kind: "hour", amount: "20", from_day: "2026-06-01" };
    expect((await ask(bea, member(), rate)).toast).toMatchObject({ title: "Rate saved" });

    const draft = await ask(bea, "/admin/hours.csv?week=2026-06-10");
    expect(draft.headers.get("Content-Disposition")).toContain("hours-2026-06-08-draft.csv");
    const week = await ask(bea, WEEK);
    const approved = await ask(bea, WEEK, { intent: "approve", seen: keyIn(week.html) });
    expect(approved.toast).toMatchObject({ title: "Week approved" });
    const again = await ask(mona, WEEK, { intent: "approve", seen: keyIn(week.html) });
    expect(again.toast).toMatchObject({ description: "Somebody else has approved it meanwhile." });
    const file = await ask(bea, "/admin/hours.csv?week=2026-06-08");
    expect(file.headers.get("Content-Disposition")).toContain('"hours-2026-06-08.csv"');
    expect(file.html).toContain(
      `Ana <b>Flores,${ana.slice(0, 8)},2026-06-08,2026-06-14,2.50,0.00,0.00,50.00,0.00,0.00,50.00`,
    );

    expect((await ask(bea, member(), clockOut({ ref: "" }))).toast).toMatchObject({
      description: "The week of Jun 8 – 14, 2026 is approved. Reopen it first.",
    });
    expect((await ask(mona, WEEK, { intent: "reopen", why: " " })).text).toContain("Enter a reason.");
    expect((await ask(mona, WEEK, { intent: "reopen", why: "Ben" })).toast).toMatchObject({
      title: "Week reopened",
    });
    const trail = await ask(mona, "/admin/activity");
    for (const words of [
      "approved the week of Jun 08, 2026, with pay of $50.00",
      "set a rate of pay",
      "corrected hours at",
    ])
      expect(trail.text).toContain(words);
  });

  test("answer odd addresses and forms in words", async () => {
    expect((await ask(bea, "/admin/hours?week=nonsense&crew=1")).status).toBe(200);
    expect((await ask(bea, "/admin/hours/nobody")).status).toBe(404);
    expect((await ask(bea, member(), { intent: "x" })).status).toBe(400);
    expect((await ask(bea, WEEK, { intent: "x" })).status).toBe(400);
    const adjustment = { intent: "adjust", amount: "ten", reason: "" };
    expect((await ask(bea, member(), adjustment)).text).toContain("Enter an amount, like 20 or -20.");
    const rate = { intent: "rate", kind: "percent", amount: "300", from_day: "2026-02-30" };
    expect((await ask(bea, member(), rate)).text).toContain("At most 100 percent.");
    expect((await ask(bea, member(), clockOut({ visit: "x" }))).status).toBe(404);
    const late = { intent: "late", member: ana, amount: "10", reason: "x" };
    expect((await ask(bea, WEEK, late)).toast).toMatchObject({
      description: "There is nothing left to make up for.",
    });
  });
});
