import { afterEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { aBody, footprint } from "../support/bookings";

const { pool, post, serve, clock } = await testApp();
clock.set("2026-06-10T03:30:00Z"); // June 9, 11:30 PM in the company's time zone

const ADDRESS = aBody().bookingDetails.address;
const PATH = "/api/create-payment";

/** Each refusal must leave every table empty. */
afterEach(async () => {
  expect(Object.values(await footprint(pool))).toEqual([0, 0, 0, 0, 0, 0]);
});

/** The error of a refusal: short JSON without internals. */
async function refusalOf(response: Response, status: number) {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, text]);
  expect(text).not.toMatch(
    /\bat .*:\d+|node_modules|\.(server|tsx?|js)\b|\/app\/|\/tmp\/|select |insert |postgres|zod/i,
  );
  expect(text.length).toBeLessThan(2000);
  const { error } = JSON.parse(text);
  expect(error.message).toMatch(/^[A-Z].*\w\.?$/);
  return error;
}

const details = (changes: object) => ({
  ...aBody(),
  bookingDetails: { ...aBody().bookingDetails, ...changes },
});
const address = (changes: object) => details({ address: { ...ADDRESS, ...changes } });
const service = (changes: object) => ({ ...aBody(), ...changes });
const office = { serviceId: "office-cleaning", serviceType: "commercial" };

describe("what can't be booked", () => {
  test.each([
    ["an unknown service", 404, "serviceId", service({ serviceId: "nothing" })],
    ["an inactive service", 404, "serviceId", service({ ...office, serviceId: "carpet-steam-cleaning" })],
    ["SQL as a service", 404, "serviceId", service({ serviceId: "'; drop table bookings; --" })],
    ["another service's type", 422, "serviceType", service({ serviceType: "commercial" })],
    ["a service with an estimate only", 422, "serviceId", { ...service({ serviceId: "house-washing" }) }],
    ["yesterday", 422, "bookingDetails.date", details({ date: "2026-06-08" })],
    ["a date in the last century", 422, "bookingDetails.date", details({ date: "1926-06-08" })],
    ["a date more than a year ahead", 422, "bookingDetails.date", details({ date: "2027-06-10" })],
    ["a date in the far future", 422, "bookingDetails.date", details({ date: "9999-12-31" })],
    ["a past slot of today", 422, "bookingDetails.time", details({ date: "2026-06-09", time: "4:00 PM" })],
    ["a time outside the list", 422, "bookingDetails.time", details({ time: "9:00 AM" })],
    ["a time in another format", 422, "bookingDetails.time", details({ time: "08:00" })],
    ["no hours", 422, "bookingDetails.hours", details({ hours: undefined })],
    ["five hours", 422, "bookingDetails.hours", details({ hours: 5 })],
    ["hours for a monthly plan", 422, "bookingDetails.hours", service({ serviceId: "monthly-home-care" })],
    ["hours for detailing", 422, "bookingDetails.hours", service({ serviceId: "mobile-auto-detailing" })],
    ["bedrooms for an office", 422, "bookingDetails.bedrooms", { ...details({ bedrooms: 2 }), ...office }],
    ["six bedrooms", 422, "bookingDetails.bedrooms", details({ bedrooms: 6 })],
    ["five bathrooms", 422, "bookingDetails.bathrooms", details({ bathrooms: 5 })],
  ])("%s: returns %i and names %s", async (_what, status, field, body) => {
    expect(await refusalOf(await post(PATH, body), status)).toMatchObject({ field });
  });
});

describe("a malformed body", () => {
  test.each([
    ["no service", "serviceId", service({ serviceId: undefined })],
    ["a number as the service", "serviceId", service({ serviceId: 1 })],
    ["an overlong service id", "serviceId", service({ serviceId: "a".repeat(1000) })],
    ["an unknown type", "serviceType", service({ serviceType: "industrial" })],
    ["no details", "bookingDetails", service({ bookingDetails: undefined })],
    ["a list as the details", "bookingDetails", service({ bookingDetails: [] })],
    ["no date", "bookingDetails.date", details({ date: undefined })],
    ["a date that doesn't exist", "bookingDetails.date", details({ date: "2026-02-30" })],
    ["a thirteenth month", "bookingDetails.date", details({ date: "2026-13-01" })],
    ["an American date", "bookingDetails.date", details({ date: "06/10/2026" })],
    ["a date with a time", "bookingDetails.date", details({ date: "2026-06-10T08:00" })],
    ["year zero", "bookingDetails.date", details({ date: "0000-01-01" })],
    ["no time", "bookingDetails.time", details({ time: undefined })],
    ["an empty time", "bookingDetails.time", details({ time: " " })],
    ["no address", "bookingDetails.address", details({ address: undefined })],
    ["an address as a string", "bookingDetails.address", details({ address: "14 Barnstead Road" })],
    ...(["street", "city", "state", "zip"] as const).flatMap((name): [string, string, object][] => [
      [`no ${name}`, `bookingDetails.address.${name}`, address({ [name]: undefined })],
      [`an empty ${name}`, `bookingDetails.address.${name}`, address({ [name]: " \t " })],
      [
        `nothing but control characters for ${name}`,
        `bookingDetails.address.${name}`,
        address({ [name]: "\0\u0007" }),
      ],
      [`an absurdly long ${name}`, `bookingDetails.address.${name}`, address({ [name]: "1".repeat(10_000) })],
      [`a list for ${name}`, `bookingDetails.address.${name}`, address({ [name]: ["x"] })],
    ]),
    ["a ZIP code with letters", "bookingDetails.address.zip", address({ zip: "ABCDE" })],
    ["an unknown state", "bookingDetails.address.state", address({ state: "ZZ" })],
    ["overlong notes", "bookingDetails.notes", details({ notes: "n".repeat(50_000) })],
    ["notes that are not a string", "bookingDetails.notes", details({ notes: { html: "x" } })],
    ...[0, -3, 2.5, 1e21, 2 ** 53, "3", "three", null, true, [3], {}].map(
      (hours): [string, string, object] => [
        `${JSON.stringify(hours)} hours`,
        "bookingDetails.hours",
        details({ hours }),
      ],
    ),
    ["negative bedrooms", "bookingDetails.bedrooms", details({ bedrooms: -1 })],
    ["half a bathroom", "bookingDetails.bathrooms", details({ bathrooms: 1.5 })],
    ["a huge number of bathrooms", "bookingDetails.bathrooms", details({ bathrooms: 1e300 })],
    ["an invalid email", "customerEmail", service({ customerEmail: "ada at mail" })],
    [
      "an email with a header in it",
      "customerEmail",
      service({ customerEmail: "a@b.example\r\nBcc: c@d.example" }),
    ],
    ["an overlong name", "customerName", service({ customerName: "n".repeat(5000) })],
  ])("%s: returns 400 and names %s", async (_what, field, body) => {
    expect(await refusalOf(await post(PATH, body), 400)).toMatchObject({ field });
  });

  test("names all of several errors", async () => {
    const body = { ...details({ date: "soon", address: { ...ADDRESS, city: "" } }), serviceId: "" };
    const { fields } = await refusalOf(await post(PATH, body), 400);
    expect(fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      "bookingDetails.address.city",
      "bookingDetails.date",
      "serviceId",
    ]);
  });
});

describe("a body that is not small JSON", () => {
  test.each([
    ["nothing", ""],
    ["an incomplete object", "{"],
    ["words", "not JSON"],
    ["single quotes", "{'serviceId': 'regular-cleaning'}"],
    ["infinity", '{"bookingDetails":{"hours":Infinity}}'],
    ["30,000 brackets", "[".repeat(30_000)],
    ["30,000 nested lists", "[".repeat(30_000) + "]".repeat(30_000)],
    ["null", "null"],
    ["a list", "[]"],
    ["a text", '"text"'],
    ["a number", "42"],
    ["a NUL", "\0"],
  ])("%s: returns 400", async (_what, body) => {
    await refusalOf(await post(PATH, body), 400);
  });

  test("with a number too large for JavaScript is refused", async () => {
    const body = JSON.stringify(aBody()).replace('"hours":3', '"hours":1e999');
    expect(await refusalOf(await post(PATH, body), 400)).toMatchObject({ field: "bookingDetails.hours" });
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/jsonp",
    "application/json-patch+json",
    "garbage",
  ])("with Content-Type %s returns 415", async (type) => {
    const refusal = await refusalOf(await post(PATH, aBody(), { "Content-Type": type }), 415);
    expect(refusal.message).toContain("application/json");
  });

  test("of more than 64 KB without a declared length returns 413", async () => {
    const response = await fetch(`${await serve()}${PATH}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: chunks(20, "x".repeat(5000)),
      duplex: "half",
    } as RequestInit);
    await refusalOf(response, 413);
  });

  test("of more than 64 KB returns 413, whatever length it declares", async () => {
    const body = JSON.stringify(details({ notes: "n".repeat(64 * 1024) }));
    await refusalOf(await post(PATH, body), 413);
    await refusalOf(await post(PATH, body, { "Content-Length": String(Buffer.byteLength(body)) }), 413);
  });
});

/** A body sent in chunks. */
function chunks(count: number, piece: string): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (let n = 0; n < count; n += 1) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}
