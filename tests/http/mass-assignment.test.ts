import { beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, testApp } from "../support/app";
import { aBody, bookingOf, sessionOf } from "../support/bookings";
import { writer } from "../support/public-forms";
import { signedIn } from "../support/sign-in";
import { visitor } from "../support/visitor";

const site = await testApp();
const { app, pool, post } = site;

/** For each column that no form has, a value that would do harm there. */
const WANTED: Record<string, string> = {
  ...{
    role: "admin",
    is_admin: "true",
    admin: "1",
    isAdmin: "true",
    actor: "system",
    two_factor_enabled: "false",
  },
  ...{ email_verified: "true", emailVerified: "true", status: "completed", payment_status: "completed" },
  ...{ amount: "1", price: "1", total_amount: "1", currency: "XXX", created_at: "1999-01-01T00:00:00Z" },
  ...{ updated_at: "1999-01-01T00:00:00Z", verified: "true", is_published: "true", published: "true" },
  ...{
    crew_id: "00000000-0000-4000-8000-000000000000",
    __proto__: "x",
    "role[]": "admin",
    "user.role": "admin",
  },
};
let extra: Record<string, string> = {};
let victim: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  victim = await signedIn(site, { first_name: "Victoria" });
  const { rows } = await pool.query(
    "select distinct column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const ids = Object.fromEntries(
    rows.filter(({ name }) => /(^|_)id$/.test(name)).map(({ name }) => [name, victim.id]),
  );
  const rest = Object.fromEntries(rows.map(({ name }) => [name, "mass-assigned"]));
  extra = { ...rest, ...ids, userId: victim.id, ...WANTED };
});

/** Valid fields win over the extra ones, which stand before and after them. */
const withExtra = (fields: Record<string, string>) => ({ ...extra, ...fields });

/** Rows with a value that no form may set. */
async function assigned(table: string): Promise<string[]> {
  const { rows } = await pool.query(
    `select to_jsonb(t)::text as row from ${table} t
     where to_jsonb(t)::text like '%mass-assigned%' or to_jsonb(t)::text like '%1999-01-01%' or to_jsonb(t)::text like $1`,
    [`%${victim.id}%`],
  );
  return rows.map(({ row }) => row);
}

test("signing up with every possible field creates a plain account", async () => {
  const form = {
    first_name: "Ada",
    last_name: "Lovelace",
    email: "ada@mail.example",
    password: "tulips and rain",
  };
  const response = await visitor(site).send("/signup", withExtra({ ...form, terms: "on" }));
  expect(response.status).toBe(303);
  const { rows } = await pool.query(
    `select u.id, u.name, u.email_verified, u.two_factor_enabled, u.image, u.created_at > now() - interval '1 day' as is_new,
       (select count(*)::int from user_roles r where r.user_id = u.id) as roles
     from users u where email = 'ada@mail.example'`,
  );
  expect(rows).toMatchObject([
    {
      name: "Ada Lovelace",
      email_verified: false,
      two_factor_enabled: false,
      image: null,
      is_new: true,
      roles: 0,
    },
  ]);
  expect(rows[0].id).not.toBe(victim.id);
});

describe("a signed-in customer", async () => {
  const person = visitor(site);
  beforeAll(async () => {
    const bob = await signedIn(site, { first_name: "Bob", email: "bob@mail.example" });
    await person.send("/login", { email: bob.email, password: bob.password });
  });

  test("changes only their own names and number with the profile form", async () => {
    const form = {
      intent: "update-profile",
      first_name: "Robert",
      last_name: "Lovelace",
      phone: "6035550100",
    };
    const { version: _version, ...others } = extra;
    const page = await (await person.get("/profile")).text();
    const version = /name="version" value="([^"]*)"/.exec(page)?.[1] ?? "";
    const response = await person.send("/profile", { ...others, ...form, version });
    expect(response.status).toBe(303);
    const { rows } = await pool.query(
      "select u.email, u.email_verified, p.* from users u join profiles p using (id) where u.email = 'bob@mail.example'",
    );
    expect(rows[0]).toMatchObject({ first_name: "Robert", phone: "6035550100", email_verified: true });
    expect(JSON.stringify(rows)).not.toContain("mass-assigned");
    const victimRows = await pool.query("select first_name from profiles where id = $1", [victim.id]);
    expect(victimRows.rows[0].first_name).toBe("Victoria");
    expect((await pool.query("select 1 from user_roles")).rows).toEqual([]);
  });

  test("adds a property of their own only", async () => {
    const home = {
      ...{
        intent: "add-property",
        name: "Home",
        property_type: "residential",
        address_line1: "14 Barnstead Road",
      },
      ...{
        address_line2: "",
        city: "Pittsfield",
        state: "NH",
        zip_code: "03263",
        bedrooms: "3",
        bathrooms: "1",
        half_baths: "0",
      },
      ...{ square_footage: "", special_instructions: "", pets: "", parking: "" },
    };
    expect((await person.send("/profile", withExtra(home))).status).toBe(303);
    expect(await assigned("properties")).toEqual([]);
    const { rows } = await pool.query("select user_id, name from properties");
    expect(rows).toHaveLength(1);
    expect(rows[0].user_id).not.toBe(victim.id);
  });
});

test.each([
  [
    "/contact",
    "contact_messages",
    { name: "Ada", email: "ada@mail.example", phone: "", message: "How do you do?" },
  ],
  ["/newsletter", "newsletter_subscribers", { email: "ada@mail.example", from: "/blog" }],
])("%s stores only its own fields", async (path, table, form) => {
  const { email: _email, name: _name, ...others } = extra;
  const response = await writer(site).fillIn(path, { ...others, company: "", ...form } as Record<
    string,
    string
  >);
  expect(response.status).toBeLessThan(400);
  expect(await assigned(table)).toEqual([]);
});

test("the server sets price, owner and date of a visit, whatever the JSON holds", async () => {
  const prices = { total_amount: 1, amount: 1, price: 1, paid: true, orders: [{ amount: 1 }] };
  const allowed = [
    "bedrooms",
    "bathrooms",
    "notes",
    "address",
    "hours",
    "extras",
    "date",
    "time",
    "frequency",
    "moves",
    "tip",
  ];
  const forbidden = Object.fromEntries(Object.entries(extra).filter(([name]) => !allowed.includes(name)));
  const valid = aBody();
  const bookingDetails = { ...forbidden, ...prices, ...valid.bookingDetails };
  const response = await post("/api/create-payment", { ...forbidden, ...prices, ...valid, bookingDetails });
  expect(response.status).toBe(200);
  const booking = await bookingOf(pool, sessionOf((await response.json()).url));
  expect(booking).toMatchObject({ amount: 15900, status: "pending", user_id: null });
  expect(await assigned("bookings")).toEqual([]);
  expect(await assigned("orders")).toEqual([]);
});

test("no customer's form makes an administrator", async () => {
  const { cookie, id } = await signedIn(site);
  for (const address of [
    "/profile",
    "/profile/security",
    "/profile/mails",
    "/admin/users",
    `/admin/users/${id}`,
  ]) {
    for (const intent of ["update-profile", "grant", "role", "save", ""]) {
      await app.request(
        new Request(ORIGIN + address, {
          method: "POST",
          headers: { Cookie: cookie, Origin: ORIGIN },
          body: new URLSearchParams({ ...extra, intent, id, user_id: id, role: "admin", password: "x" }),
        }),
      );
    }
  }
  expect((await pool.query("select 1 from user_roles")).rows).toEqual([]);
});
