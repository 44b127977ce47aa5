import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { aBody, bookingOf, footprint, sessionOf, setSetting } from "../support/bookings";

const { pool, post, get, app, clear } = await testApp();

beforeEach(clear);

test("x", async () => {
  const r = await post("/api/create-payment", aBody());
  console.log(r.status, await r.text());
  const h = await get("/");
  console.log(h.status, [...h.headers]);
  for (const m of ["PUT","DELETE","PATCH","OPTIONS","HEAD","GET"]) { const o = await app.request("https://site.example/api/create-payment", {method: m}); console.log(m, o.status, (await o.text()).slice(0,100), o.headers.get("allow"), o.headers.get("content-security-policy")?.length); }
  for (const u of ["/api/calendar?session_id=%00", "/api/availability?service=%00&month=2026-06", "/api/availability?service=regular-cleaning&hours=3&month=9999-12", "/nope", "/api/nope", "/book?service=%00", "/%00", "/%ff", "/favicon.svg", "/assets/nope.js"]) { const o = await get(u); console.log(u, o.status, (await o.text()).slice(0,100).replaceAll("\n"," "), o.headers.get("content-security-policy")?.length); }
});
