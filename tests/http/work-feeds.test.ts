import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { DAY } from "../support/bookings";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const strict = await testApp({ rateLimitFactor: 0.005 });
const { app, pool, get, ctx, clear } = site;
let Cookie: string;

beforeEach(async () => {
  await clear();
  Cookie = (await signedIn(site, { role: "admin" })).cookie;
});

const post = (path: string, fields: Record<string, string>) =>
  app.request(
    new Request(ORIGIN + path, { method: "POST", headers: { Cookie }, body: new URLSearchParams(fields) }),
  );
/** Makes or replaces an address, and answers the address that is shown. */
const make = async (path: string, intent = "create-feed") =>
  /value="https:\/\/site\.example(\/calendar\/[^"]+)"/.exec(
    await (await post(path, { intent })).text(),
  )?.[1] ?? "";

const OFFICE = `/admin/schedule?view=day&date=${DAY}&feed=office`;

describe.each(["a crew", "all crews"])("the address of the calendar of %s", (whose) => {
  const visit = async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    return { id, page: whose === "a crew" ? `/admin/crews/${crew_id}` : OFFICE };
  };

  test("is shown once, read without a session, replaced and removed", async () => {
    const { id, page } = await visit();
    const first = await make(page);
    expect(await (await get(page, { Cookie })).text()).not.toContain(first);
    const response = await get(first);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(await response.text()).toContain(`UID:${id}`);
    expect(await (await get(page, { Cookie })).text()).toMatch(/Made .*Last read /);
    const second = await make(page, "replace-feed");
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    await post(page, { intent: "remove-feed" });
    expect((await get(second)).status).toBe(404);
  });

  test("is sent again only when its visits have changed", async () => {
    const { id, page } = await visit();
    const address = await make(page);
    const tag = (await get(address)).headers.get("ETag") ?? "";
    expect(tag).not.toBe("");
    const again = await get(address, { "If-None-Match": tag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    await pool.query("update bookings set notes = 'Ring twice' where id = $1", [id]);
    const changed = await get(address, { "If-None-Match": tag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain("Ring twice");
  });

  test("stops when its owner may no longer read the schedule", async () => {
    const { page } = await visit();
    const address = await make(page);
    await pool.query(
      "insert into user_roles (user_id, role, created_at) select id, 'bookkeeper', now() + interval '1 minute' from users",
    );
    expect((await get(address)).status).toBe(404);
  });
});

test("an unknown crew gets no feed", async () => {
  for (const intent of ["create-feed", "replace-feed", "remove-feed"]) {
    expect((await post("/admin/crews/11111111-1111-4111-8111-111111111111", { intent })).status).toBe(404);
  }
});

test("too many requests are refused, also for wrong addresses", async () => {
  const invalid = `/calendar/${"A".repeat(32)}.ics`;
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await strict.get(invalid));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429, 429]);
  expect(answers.at(-1)?.headers.get("Retry-After")).toBe("3600");
});
