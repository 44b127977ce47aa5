import { beforeEach, describe, expect, test } from "vitest";
import { auditOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aUser, confirmedVisit, visitRow } from "../../../../tests/support/visits";
import { addProperty, removeProperty, setDefaultProperty, updateProperty } from "./change.server";
import type { PropertyForm } from "./forms";
import { PROPERTY_LIMIT } from "./property";
import { readProperties } from "./queries.server";

const { pool, ctx, clock, clear } = await testWorld();

const HOME: PropertyForm = {
  name: "Home",
  property_type: "residential",
  address_line1: "14 Barnstead Road",
  address_line2: null,
  city: "Pittsfield",
  state: "NH",
  zip_code: "03263",
  bedrooms: 3,
  bathrooms: 1,
  half_baths: 1,
  square_footage: null,
  special_instructions: null,
  pets: null,
  parking: null,
};
const UNKNOWN = "0b0f5a63-54d8-4c7e-9b2e-0d6f3b7c1a11";

let ada: Awaited<ReturnType<typeof someone>>;
let eve: Awaited<ReturnType<typeof someone>>;

async function someone(email: string) {
  const actor = await aUser(pool, email);
  return () => ({ ...ctx(), actor });
}

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ada = await someone("ada@mail.example");
  eve = await someone("eve@mail.example");
});

async function added(owner: typeof ada, name: string): Promise<string> {
  clock.advance({ minutes: 1 });
  const outcome = await addProperty(owner(), { ...HOME, name });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.id;
}

/** Names in list order; the default has a star. */
async function listed(owner: typeof ada) {
  return (await readProperties(owner())).map(({ name, is_default }) => `${name}${is_default ? "*" : ""}`);
}

describe("adding a property", () => {
  test("stores it for its owner only and writes to the audit trail", async () => {
    const id = await added(ada, "Home");
    expect(await readProperties(ada())).toMatchObject([{ ...HOME, id, is_default: true }]);
    expect(await readProperties(eve())).toEqual([]);
    expect(await auditOf(pool, id)).toEqual(["property.added"]);
  });

  test("makes the first one the default and lists the others newest first", async () => {
    for (const name of ["Home", "Camp", "Office"]) await added(ada, name);
    expect(await listed(ada)).toEqual(["Home*", "Office", "Camp"]);
  });

  test("does not save an identical property twice", async () => {
    expect(await added(ada, "Home")).toBe(await added(ada, "Home"));
    expect(await added(eve, "Home")).not.toBe(await added(ada, "Home"));
    expect(await listed(ada)).toEqual(["Home*"]);
  });

  test("at the same time leaves one default and never exceeds the limit", async () => {
    const wishes = Array.from({ length: PROPERTY_LIMIT + 3 }, (_, number) =>
      addProperty(ada(), { ...HOME, name: `Place ${number}` }),
    );
    const outcomes = await Promise.all(wishes);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(PROPERTY_LIMIT);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      reason: "too many",
      message: "You can save at most 20 properties. Remove one you no longer need.",
    });
    const properties = await readProperties(ada());
    expect([properties.length, properties.filter(({ is_default }) => is_default).length]).toEqual([20, 1]);
  });
});

describe("removing a property", () => {
  test("makes the newest remaining one the default if it was the default", async () => {
    const home = await added(ada, "Home");
    await added(ada, "Camp");
    await added(ada, "Office");
    expect(await removeProperty(ada(), home)).toEqual({ ok: true });
    expect(await listed(ada)).toEqual(["Office*", "Camp"]);
    expect(await auditOf(pool, home)).toEqual(["property.added", "property.removed"]);
  });

  test("keeps the default if another one is removed; removing the last one leaves none", async () => {
    const home = await added(ada, "Home");
    const camp = await added(ada, "Camp");
    await removeProperty(ada(), camp);
    expect(await listed(ada)).toEqual(["Home*"]);
    await removeProperty(ada(), home);
    expect(await listed(ada)).toEqual([]);
    await added(ada, "New");
    expect(await listed(ada)).toEqual(["New*"]);
  });

  test("keeps its visits with their address", async () => {
    const home = await added(ada, "Home");
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set property_id = $1 where id = $2", [home, id]);
    await removeProperty(ada(), home);
    expect(await visitRow(pool, id)).toMatchObject({
      property_id: null,
      address_line1: "14 Barnstead Road",
      status: "confirmed",
    });
  });

  test("leaves one default if all are removed while another is added", async () => {
    const ids = [];
    for (const name of ["Home", "Camp", "Office"]) ids.push(await added(ada, name));
    await Promise.all([
      ...ids.map((id) => removeProperty(ada(), id)),
      addProperty(ada(), { ...HOME, name: "New" }),
    ]);
    expect(await listed(ada)).toEqual(["New*"]);
  });
});

describe("the default property", () => {
  test("changes to the chosen property", async () => {
    await added(ada, "Home");
    const camp = await added(ada, "Camp");
    await setDefaultProperty(ada(), camp);
    expect(await listed(ada)).toEqual(["Camp*", "Home"]);
    expect(await auditOf(pool, camp)).toEqual(["property.added", "property.made_default"]);
  });

  test("is one property even if several are chosen at the same time", async () => {
    const ids = [];
    for (const name of ["Home", "Camp", "Office"]) ids.push(await added(ada, name));
    await Promise.all(ids.map((id) => setDefaultProperty(ada(), id)));
    expect((await listed(ada)).filter((name) => name.endsWith("*"))).toHaveLength(1);
  });
});

describe("changing a property", () => {
  test("overwrites every field and keeps the default", async () => {
    const id = await added(ada, "Home");
    const office: PropertyForm = {
      ...HOME,
      name: null,
      property_type: "commercial",
      bedrooms: null,
      bathrooms: null,
      half_baths: null,
    };
    expect(await updateProperty(ada(), id, office)).toEqual({ ok: true });
    expect(await readProperties(ada())).toMatchObject([{ ...office, is_default: true }]);
  });

  test("is refused if another window was faster, and succeeds with the new version", async () => {
    const id = await added(ada, "Home");
    const [{ version } = { version: "" }] = await readProperties(ada());
    clock.advance({ minutes: 1 });
    await updateProperty(ada(), id, { ...HOME, name: "First", version });
    const late = await updateProperty(ada(), id, { ...HOME, name: "Second", version });
    expect(late).toMatchObject({ ok: false, reason: "changed", current: { name: "First" } });
    if (late.ok || late.reason !== "changed") throw new Error("It was not refused");
    const again = { ...HOME, name: "Second", version: late.current.version };
    expect(await updateProperty(ada(), id, again)).toEqual({ ok: true });
    expect(await listed(ada)).toEqual(["Second*"]);
  });
});

test.each([
  ["removed", removeProperty],
  ["made the default", setDefaultProperty],
  [
    "changed",
    (owner: ReturnType<typeof ada>, id: string) => updateProperty(owner, id, { ...HOME, name: "Mine" }),
  ],
])("another customer's or an unknown property can't be %s", async (_what, verb) => {
  await added(ada, "Home");
  const camp = await added(ada, "Camp");
  for (const id of [camp, UNKNOWN, "", "' or true --"]) {
    expect(await verb(eve(), id)).toEqual({ ok: false, reason: "not found" });
  }
  expect(await listed(ada)).toEqual(["Home*", "Camp"]);
});
