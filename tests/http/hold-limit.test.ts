import { expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aBody, DAY } from "../support/bookings";

const limited = await testApp({ rateLimitFactor: 1, trustProxy: true });

const dates = ["2026-06-10", "2026-06-11", "2026-06-12", "2026-06-15"];
const post = (from: string, date = DAY) =>
  limited.post("/api/create-payment", aBody({ date }), { "X-Forwarded-For": from });

const statuses = async (from: string[]) => {
  const answers = [];
  for (const [n, date] of dates.entries())
    answers.push((await post(from[n % from.length] ?? "", date)).status);
  return answers;
};

test("a client with three unpaid bookings gets 429 and the time to retry, from the API and on the page", async () => {
  expect(await statuses(["203.0.113.1"])).toEqual([200, 200, 200, 429]);
  const refusal = await post("203.0.113.1", "2026-06-16");
  expect(refusal.headers.get("Retry-After")).toBe("1800");
  const { error } = await refusal.json();
  expect(error.message).toMatch(/^You have 3 bookings waiting for payment\. .* 8:30 AM \(in 30 minutes\)/);

  const { service, ...form } = {
    service: "regular-cleaning",
    type: "residential",
    date: "2026-06-16",
    time: "8:00 AM",
    hours: "3",
    ...{ bedrooms: "2", bathrooms: "1", notes: "Mind the cat" },
    ...{ street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" },
  };
  const page = await limited.post("/book", new URLSearchParams({ service, ...form }).toString(), {
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Forwarded-For": "203.0.113.1",
  });
  expect(page.status).toBe(429);
  const html = await page.text();
  expect(html).toContain(error.message);
  expect(html).toContain("Mind the cat");
});

test("all addresses of an IPv6 /56 are one client, however they are written, and the next /56 is another", async () => {
  const one = ["2001:db8:7:1200::1", "2001:0db8:0007:12ff:a:b:c:d", "2001:db8:7:1234:0:0:0:9"];
  expect(await statuses(one)).toEqual([200, 200, 200, 429]);
  expect((await post("2001:db8:7:1300::1", "2026-06-16")).status).toBe(200);
});

test("a client with three visits to pay on the day is asked to call and keeps the current one", async () => {
  const { app, pool, clear, post: send } = await testApp({ testCheckout: false, rateLimitFactor: 1 });
  await clear();
  const contact = { name: "Ada Lovelace", email: "ada@mail.example", phone: "(603) 555-0199" };
  const book = async (date: string | undefined, fields: Record<string, string>) => {
    const { url } = await (await send("/api/create-payment", aBody({ date }))).json();
    const body = new URLSearchParams(fields);
    return app.request(new Request(url, { method: "POST", headers: { Origin: ORIGIN }, body }));
  };
  for (const date of dates.slice(0, 3)) expect((await book(date, contact)).status).toBe(303);
  await pool.query("update bookings set client_hash = null"); // from another address with the same email
  const refused = await book(dates[3], contact);
  expect(refused.status).toBe(429);
  const text = visibleText(await refused.text());
  expect(text).toContain(
    "You have 3 upcoming cleanings to pay for on the day. Please call us at (603) 555-0142",
  );
  expect((await book(dates[3], { ...contact, email: "bea@mail.example" })).status).toBe(303);
});
