import { beforeEach, describe, expect, test } from "vitest";
import { EMPTY_DRAFT, encodeDraft } from "~/features/booking/checkout/draft";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { aBody, DAY } from "../support/bookings";
import { signedIn } from "../support/sign-in";

const world = await testApp();
const { app, pool, clear, get, post } = world;

beforeEach(clear);

const fields = {
  service: "regular-cleaning",
  type: "residential",
  date: DAY,
  time: "8:00 AM",
  hours: "3",
  street: "",
  city: "",
  state: "",
  zip: "",
};

const send = (form: Record<string, string>, cookie = "") =>
  app.request(
    new Request(`${ORIGIN}/book`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie },
      body: new URLSearchParams(form).toString(),
    }),
  );

async function aProperty(userId: string, street: string, isDefault = false): Promise<string> {
  const { rows } = await pool.query(
    `insert into properties (user_id, name, property_type, address_line1, city, state, zip_code, bedrooms, is_default)
     values ($1, 'Cabin', 'residential', $2, 'Concord', 'NH', '03301', 4, $3) returning id`,
    [userId, street, isDefault],
  );
  return rows[0].id;
}

describe("the booking page of a signed-in customer", () => {
  test("offers the saved properties with the default one selected", async () => {
    const ada = await signedIn(world);
    await aProperty(ada.id, "1 Elm Street");
    const home = await aProperty(ada.id, "2 Oak Street", true);
    const html = await (await get("/book", { Cookie: ada.cookie })).text();
    expect(visibleText(html)).toMatch(/2 Oak Street.*1 Elm Street.*Another address/);
    const [chosen] = html.match(/<input[^>]*name="property"[^>]*checked[^>]*>/) ?? [];
    expect(chosen).toContain(home);
    expect(html).toMatch(/name="street"[^>]*value="2 Oak Street"/);
  });

  test("leads to a checkout with name, email and phone filled in", async () => {
    const ada = await signedIn(world, { email: "ada@mail.example" });
    await pool.query("update profiles set first_name = 'Ada', last_name = 'Byron', phone = '603-555-0110'");
    const property = await aProperty(ada.id, "1 Elm Street");
    const answer = await send({ ...fields, property }, ada.cookie);
    const page = await get((answer.headers.get("Location") ?? "").replace(ORIGIN, ""));
    const html = await page.text();
    for (const [name, value] of [
      ["name", "Ada Byron"],
      ["email", "ada@mail.example"],
      ["phone", "603-555-0110"],
    ])
      expect(html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0]).toContain(`value="${value}"`);
  });

  test("shows no other customer's data", async () => {
    const [ada, bob] = [await signedIn(world), await signedIn(world)];
    const property = await aProperty(bob.id, "3 Birch Lane");
    const { draft } = encodeDraft({ ...EMPTY_DRAFT, property });
    for (const cookie of [ada.cookie, ""]) {
      const html = await (await get("/book", { Cookie: `${cookie}; draft=${draft}` })).text();
      expect(html).not.toContain("3 Birch Lane");
      expect(html).not.toContain(property);
    }
  });

  test("books the selected property without script, with empty address fields", async () => {
    const ada = await signedIn(world);
    const property = await aProperty(ada.id, "1 Elm Street");
    const answer = await send({ ...fields, property }, ada.cookie);
    expect(answer.status).toBe(303);
    const { rows } = await pool.query(
      "select user_id, property_id, address_line1, customer_email from bookings",
    );
    expect(rows).toEqual([
      { user_id: ada.id, property_id: property, address_line1: "1 Elm Street", customer_email: ada.email },
    ]);
    const checkout = await get(new URL(answer.headers.get("Location") ?? "").href.slice(ORIGIN.length));
    expect(await checkout.text()).toMatch(new RegExp(`name="email"[^>]*value="${ada.email}"`));
  });

  test("says so when the selected property was deleted", async () => {
    const ada = await signedIn(world);
    const property = crypto.randomUUID();
    const address = { street: "1 Elm Street", city: "Concord", state: "NH", zip: "03301" };
    const answer = await send({ ...fields, ...address, property }, ada.cookie);
    expect(answer.status).toBe(404);
    expect(visibleText(await answer.text())).toContain("This saved address no longer exists.");
    expect((await pool.query("select 1 from bookings")).rows).toEqual([]);
  });
});

test("tells a customer whose session ended while booking, and keeps the form", async () => {
  const address = { street: "1 Elm Street", city: "Concord", state: "NH", zip: "03301" };
  const answer = await send({ ...fields, ...address, property: crypto.randomUUID() });
  const html = await answer.text();
  expect(answer.status).toBe(409);
  expect(visibleText(html)).toContain("You have been signed out. We kept everything you filled in");
  expect(html).toContain('href="/login?redirect=%2Fbook"');
  expect(html).toMatch(/name="street"[^>]*value="1 Elm Street"/);
  expect((await pool.query("select 1 from bookings")).rows).toEqual([]);
});

test.each([42, "not a uuid", "' or 1=1 --", null])(
  "refuses a property of %o with the field's name",
  async (propertyId) => {
    const answer = await post("/api/create-payment", aBody({ propertyId: propertyId as string }));
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.field).toBe("bookingDetails.propertyId");
  },
);
