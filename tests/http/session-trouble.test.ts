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

/** Ada is signed in, and then the database can't say whether her session is still there. */
async function adaInTrouble() {
  const ada = await signedIn(world);
  await pool.query("alter table sessions rename to sessions_gone");
  return ada;
}

const post = (path: string, cookie: string) =>
  app.request(new Request(ORIGIN + path, { method: "POST", headers: { Cookie: cookie } }));

describe("while it can't be told who asks", () => {
  test("public pages stand, tell the tabs nothing, and are kept by nobody", async () => {
    const { cookie } = await adaInTrouble();
    const page = await get("/", { Cookie: cookie });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('data-troubled="true"');
    expect(await (await get("/")).text()).not.toContain("data-troubled");
  });

  test("a customer's page says that it failed, not that they must log in", async () => {
    const { cookie } = await adaInTrouble();
    const page = await get("/profile", { Cookie: cookie });
    expect(page.status).toBe(503);
    expect(page.headers.get("Cache-Control")).toContain("private");
  });

  test("nobody is signed out by the look every 30 seconds", async () => {
    const { cookie } = await adaInTrouble();
    const answer = await post("/api/session", cookie);
    expect(answer.status).toBe(503);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("logging out lets go of the cookies, or says that it failed", async () => {
    const { cookie } = await adaInTrouble();
    const answer = await post("/logout", cookie);
    expect(answer.status).toBe(303);
    const gone = answer.headers.getSetCookie().filter((one) => /session_(token|data)=;.*Max-Age=0/.test(one));
    const said = toastOf(answer)?.title;
    expect(said === "Logged out" ? gone.length > 1 : said === "Logout failed").toBe(true);
  });
});

test("logging out ends the session", async () => {
  const { cookie } = await signedIn(world);
  expect(toastOf(await post("/logout", cookie))).toEqual({
    title: "Logged out",
    description: "You have been successfully logged out.",
  });
  expect((await pool.query("select 1 from sessions")).rows).toEqual([]);
  expect((await post("/api/session", cookie)).status).toBe(401);
});
