import { beforeEach, expect, test } from "vitest";
import { forgetOld } from "~/features/operations/retention/forget-old.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";
import { PASSWORD, signedIn } from "../support/sign-in";
import { visitor } from "../support/visitor";

const site = await testApp();
const { app, get, pool, clear, ctx, clock } = site;
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
let owner: Awaited<ReturnType<typeof signedIn>>;

beforeEach(async () => {
  await clear();
  owner = await signedIn(site, { role: "owner", email: "owner@mail.example" });
});

const logIn = (email: string, password: string) =>
  visitor(site).send("/login", { email, password }, { "User-Agent": SAFARI });

async function list(query = "", cookie = owner.cookie): Promise<string> {
  const html = await (await get(`/admin/sign-ins${query}`, { Cookie: cookie })).text();
  return visibleText(/<table[\s\S]*<\/table>/.exec(html)?.[0] ?? "");
}

const kept = async () =>
  (await pool.query("select user_id, step, refused, address, device from sign_ins order by id")).rows;

test("sign-ins and refusals are kept with account, way, address and device, and never what was typed", async () => {
  await logIn(owner.email, "a wild guess");
  await logIn("stranger@mail.example", "another guess");
  await logIn(owner.email, PASSWORD);
  const from = { address: expect.any(String), device: "Safari on iPhone" };
  expect(await kept()).toEqual([
    { user_id: owner.id, step: "password", refused: "wrong password", ...from },
    { user_id: null, step: "password", refused: "wrong password", ...from },
    { user_id: owner.id, step: "password", refused: null, ...from },
  ]);
  const { rows } = await pool.query("select sign_ins::text as text from sign_ins");
  expect(JSON.stringify(rows)).not.toMatch(/guess|stranger/);
});

test("a wrong password before what is grave is kept, too", async () => {
  const body = new URLSearchParams({ password: "a wild guess" });
  await app.request(
    new Request(`${ORIGIN}/proof`, { method: "POST", headers: { Cookie: owner.cookie }, body }),
  );
  expect(await kept()).toMatchObject([
    { user_id: owner.id, step: "confirmation", refused: "wrong password" },
  ]);
});

test("the office finds them by account, outcome, address and device", async () => {
  const ada = await signedIn(site, { email: "ada@mail.example" });
  await logIn(ada.email, "a wild guess");
  await logIn(owner.email, PASSWORD);
  await pool.query("update sign_ins set address = '203.0.113.7' where user_id = $1", [ada.id]);
  const all = await list();
  expect(all).toContain("ada@mail.example");
  expect(all).toContain("owner@mail.example");
  for (const query of ["?q=ADA%40", "?outcome=refused", "?q=203.0.113."]) {
    expect(await list(query), query).toContain("ada@mail.example");
    expect(await list(query), query).not.toContain("owner@mail.example");
  }
  expect(await list("?outcome=passed")).not.toContain("ada@mail.example");
  expect(await list("?q=iphone")).toContain("Safari on iPhone");
  expect(await list("?q=%25")).toBe("");
  const file = await get("/admin/sign-ins.csv?outcome=refused", { Cookie: owner.cookie });
  expect(await file.text()).toContain(
    "ada@mail.example,Password,Wrong password,203.0.113.7,Safari on iPhone",
  );
});

test("who may not read the activity doesn't read them", async () => {
  const desk = await signedIn(site, { role: "dispatcher" });
  expect((await get("/admin/sign-ins", { Cookie: desk.cookie })).status).toBe(403);
});

test("they are deleted after the days of the setting", async () => {
  await logIn(owner.email, "a wild guess");
  clock.advance({ hours: 24 * 29 });
  await setSetting(pool, "users.sign_in_days", "30");
  await forgetOld(ctx());
  expect(await kept()).toHaveLength(1);
  clock.advance({ hours: 24 * 2 });
  await forgetOld(ctx());
  expect(await kept()).toEqual([]);
});

test("a sign-in works while they can't be kept", async () => {
  await pool.query("alter table sign_ins rename to away");
  try {
    expect((await logIn(owner.email, PASSWORD)).status).toBe(303);
  } finally {
    await pool.query("alter table away rename to sign_ins");
  }
});
