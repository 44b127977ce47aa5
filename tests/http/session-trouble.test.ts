import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const world = await testApp();
const { app, pool, get, clear } = world;

beforeEach(async () => {
  await clear();
});
afterEach(() => pool.query("alter table if exists sessions_gone rename to sessions"));

/** Ada is signed in, and then the database can't read her session. */
async function adaInTrouble() {
  const ada = await signedIn(world);
  await pool.query("alter table sessions rename to sessions_gone");
  return ada;
}

const FAILED = {
  title: "Logout failed",
  description: "Something went wrong on our side, and you are still logged in. Please try again.",
  destructive: true,
};
const namesOf = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);

const post = (path: string, cookie: string) =>
  app.request(new Request(ORIGIN + path, { method: "POST", headers: { Cookie: cookie } }));

describe("while sessions can't be read", () => {
  test("public pages render without session data and uncached", async () => {
    const { cookie } = await adaInTrouble();
    const page = await get("/", { Cookie: cookie });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('data-session-failed="true"');
    expect(await (await get("/")).text()).not.toContain("data-session-failed");
  });

  test("a customer's page shows an error instead of the login", async () => {
    const { cookie } = await adaInTrouble();
    const page = await get("/profile", { Cookie: cookie });
    expect(page.status).toBe(503);
    expect(page.headers.get("Cache-Control")).toContain("private");
  });

  test("the check every 30 seconds signs nobody out", async () => {
    const { cookie } = await adaInTrouble();
    const answer = await post("/api/session", cookie);
    expect(answer.status).toBe(503);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("logging out says that it failed and keeps the cookies", async () => {
    const { cookie } = await adaInTrouble();
    const answer = await post("/logout", cookie);
    expect(toastOf(answer)).toEqual(FAILED);
    expect(namesOf(answer)).toEqual(["wb_toast"]);
  });
});

describe("a logout that can't delete the session", () => {
  afterEach(() => pool.query("drop function if exists refuse_deletion cascade"));

  test.each([
    ["with an error", "raise exception 'the disk is full'"],
    ["without deleting anything", "return null"],
  ])("(%s) says 'Logout failed', keeps the cookies, and works once the database does", async (_how, does) => {
    const { cookie } = await signedIn(world);
    await pool.query(`create function refuse_deletion() returns trigger language plpgsql as $$ begin ${does}; end $$;
      create trigger refuse_deletion before delete on sessions for each row execute function refuse_deletion()`);
    const answer = await post("/logout", cookie);
    expect(answer.status).toBe(303);
    expect(toastOf(answer)).toEqual(FAILED);
    expect(namesOf(answer)).toEqual(["wb_toast"]);
    // Without this header the page stays, and other tabs are not told.
    expect(answer.headers.get("X-Remix-Reload-Document")).toBeNull();
    expect((await post("/api/session", cookie)).status).toBe(200);
    expect(await (await get("/", { Cookie: cookie })).text()).toContain("Logout");
    await pool.query("drop function refuse_deletion cascade");
    expect(toastOf(await post("/logout", cookie))?.title).toBe("Logged out");
    expect((await post("/api/session", cookie)).status).toBe(401);
  });
});

test("logging out ends the session and clears the booking draft from the browser", async () => {
  const { cookie } = await signedIn(world);
  const answer = await post("/logout", cookie);
  expect(toastOf(answer)).toEqual({
    title: "Logged out",
    description: "You have been successfully logged out.",
  });
  const cleared = answer.headers.getSetCookie().filter((one) => /Path=\/book; Max-Age=0/.test(one));
  expect(cleared.map((one) => one.split("=")[0])).toEqual(["draft", "draft_notes"]);
  expect((await pool.query("select 1 from sessions")).rows).toEqual([]);
  expect((await post("/api/session", cookie)).status).toBe(401);
});
