import { expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { signedIn } from "../support/sign-in";
import { visitor } from "../support/visitor";

const site = await testApp();
const { app, pool } = site;

const sessionIn = (cookies: string[]) =>
  cookies.map((cookie) => /wb\.session_token=([^;]+)/.exec(cookie)?.[1]).findLast(Boolean) ?? "";

test("signing in always creates a new session, so a planted session has no effect", async () => {
  const mallory = await signedIn(site);
  const ada = await signedIn(site);
  const planted = sessionIn(mallory.cookie.split("; "));
  for (const Cookie of [
    mallory.cookie,
    "__Secure-wb.session_token=planted",
    `__Secure-wb.session_token=${planted}`,
  ]) {
    const response = await app.request(
      new Request(`${ORIGIN}/login`, {
        method: "POST",
        headers: { Cookie, Origin: ORIGIN },
        body: new URLSearchParams({ email: ada.email, password: ada.password }),
      }),
    );
    expect(response.status).toBe(303);
    const fresh = sessionIn(response.headers.getSetCookie());
    expect(fresh).toMatch(/^[\w%.+/=-]{40,}$/);
    expect(fresh).not.toBe(planted);
  }
  const { rows } = await pool.query("select count(*)::int as count from sessions where user_id = $1", [
    mallory.id,
  ]);
  expect(rows[0].count).toBe(1);
});

test("a visitor has no session before login and none after logout", async () => {
  const { email, password } = await signedIn(site);
  const ada = visitor(site);
  await ada.get("/");
  await ada.get("/login");
  expect([...ada.jar.keys()].filter((name) => name.includes("session"))).toEqual([]);
  await ada.send("/login", { email, password });
  const old = [...ada.jar].map((pair) => pair.join("=")).join("; ");
  expect(sessionIn(old.split("; "))).not.toBe("");
  await ada.send("/logout", {});
  expect([...ada.jar.keys()].filter((name) => name.includes("session"))).toEqual([]);
  const back = await app.request(new Request(`${ORIGIN}/profile`, { headers: { Cookie: old } }));
  expect([back.status, back.headers.get("Location")]).toEqual([303, "/login?redirect=%2Fprofile"]);
});
