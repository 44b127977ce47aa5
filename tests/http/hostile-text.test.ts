import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { testApp } from "../support/app";
import { aBody, bookingOf, sessionOf } from "../support/bookings";

const { pool, get, post, clear } = await testApp();

beforeEach(clear);

const PATH = "/api/create-payment";

async function book(body: unknown) {
  const response = await post(PATH, body);
  expect(response.status).toBe(200);
  return bookingOf(pool, sessionOf((await response.json()).url));
}

describe("hostile text", () => {
  test("with HTML in notes and address is stored as typed", async () => {
    const notes = `<script>alert(1)</script> & "quotes" 'n' <img src=x onerror=alert(1)>`;
    const street = `"><svg onload=alert(1)>`;
    const booking = await book(aBody({ notes, address: { ...aBody().bookingDetails.address, street } }));
    expect(booking).toMatchObject({ notes, address_line1: street });
  });

  test("is escaped on every page that shows it", async () => {
    const street = "</script><script>alert(1)</script>";
    const booking = await book(aBody({ address: { ...aBody().bookingDetails.address, street } }));
    const { rows } = await pool.query("select payment_session_id as id from orders where booking_id = $1", [
      booking.id,
    ]);
    for (const page of ["payment", "payment-success", "payment-canceled"]) {
      const html = await (await get(`/${page}?session_id=${rows[0].id}`)).text();
      expect(html).not.toContain("<script>alert(1)");
      expect(html).not.toContain("</script><script>alert");
    }
  });

  test("loses its control characters and keeps its lines", async () => {
    const booking = await book(
      aBody({
        notes: "first line\r\nsecond\u0000 line\u0007\u001b[31m",
        address: {
          street: " 14\u0000 Barnstead\tRoad\n",
          city: "Pitts\u202Efield",
          state: "nh",
          zip: "03263",
        },
      }),
    );
    expect(booking).toMatchObject({
      notes: "first line\nsecond line[31m",
      address_line1: "14 Barnstead Road",
      city: "Pittsfield",
      state: "NH",
    });
  });

  test("may be in any script", async () => {
    const notes = "Ключ под ковриком 🗝️ – 钥匙在垫子下面";
    expect(await book(aBody({ notes }))).toMatchObject({ notes });
  });

  test("with half a surrogate pair is stored as valid text", async () => {
    expect(
      await book(JSON.stringify(aBody({ notes: "half" })).replace("half", "half \\ud83d")),
    ).toMatchObject({
      notes: "half \uFFFD",
    });
  });
});

describe("hostile keys", () => {
  test.each([
    '"__proto__":{"isAdmin":true,"price":1}',
    '"constructor":{"prototype":{"isAdmin":true}}',
    '"toString":1,"hasOwnProperty":null',
  ])("%s are ignored", async (keys) => {
    const body = JSON.stringify(aBody())
      .replace(/^\{/, `{${keys},`)
      .replace('Details":{', `Details":{${keys},`);
    expect(await book(body)).toMatchObject({ amount: 15900 });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test("don't replace missing fields", async () => {
    const body = JSON.stringify(aBody()).replace('"time":"8:00 AM"', '"__proto__":{"time":"8:00 AM"}');
    const response = await post(PATH, body);
    expect(response.status).toBe(400);
    expect((await response.json()).error.field).toBe("bookingDetails.time");
  });
});

describe("hostile addresses", () => {
  test.each([
    "/api/availability?service=%00&month=2026-06",
    "/api/calendar?session_id=%00",
    "/payment?session_id=%00",
    "/payment-success?session_id=%00",
    "/book?service=%00&month=%00",
    "/%00",
  ])("%s returns a client error", async (url) => {
    const response = await get(url);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  test.each([
    "/..%2f..%2fetc%2fpasswd",
    "/assets/..%2f..%2fserver%2findex.js",
    "/%ff",
    "/api/nothing",
    "/.env",
  ])("%s returns not found", async (url) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue(); // the router warns when it can't decode
    onTestFinished(() => warn.mockRestore());
    const response = await get(url);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toMatch(/root:|createApp|APP_SECRET/);
  });
});
