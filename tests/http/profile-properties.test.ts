import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { hiddenField, profileVisitor } from "../support/profile-visitor";

const app = await testApp();
const { pool, clock, clear } = app;

const PAGE = "/profile?tab=property-details";
const HOME = {
  name: "Home",
  property_type: "residential",
  address_line1: "14 Barnstead Road",
  address_line2: "",
  city: "Pittsfield",
  state: "NH",
  zip_code: "03263",
  bedrooms: "3",
  bathrooms: "1",
  square_footage: "",
  special_instructions: "",
};
const UNKNOWN = "0b0f5a63-54d8-4c7e-9b2e-0d6f3b7c1a11";

let ada: Awaited<ReturnType<typeof profileVisitor>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ada = await profileVisitor(app);
});

async function stored() {
  const { rows } = await pool.query(
    "select id, user_id, name, address_line1, bedrooms, is_default from properties order by created_at",
  );
  return rows;
}

async function added(fields: Partial<typeof HOME> = {}): Promise<string> {
  clock.advance({ minutes: 1 });
  await ada.send("add-property", { ...HOME, ...fields });
  return (await stored()).at(-1).id;
}

describe("adding a property", () => {
  test("opens with ?add, and closes with a toast once saved", async () => {
    expect((await ada.see("?tab=property-details")).html).not.toContain('name="address_line1"');
    expect((await ada.see("?tab=property-details&add")).html).toContain('name="address_line1"');
    const { status, location, toast } = await ada.send("add-property", HOME);
    expect([status, location, toast?.title]).toEqual([303, PAGE, "Property Added"]);
    const { text } = await ada.see("?tab=property-details");
    for (const phrase of ["Home", "Default", "14 Barnstead Road", "Pittsfield, NH 03263", "3 bedrooms"]) {
      expect(text).toContain(phrase);
    }
  });

  test("twice with one press saves it once", async () => {
    const responses = await Promise.all([1, 2].map(() => ada.send("add-property", HOME)));
    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    expect(await stored()).toHaveLength(1);
  });

  test("shows every error, keeps what was typed, and saves nothing", async () => {
    const invalid = {
      ...HOME,
      address_line1: "",
      state: "XX",
      zip_code: "1",
      bedrooms: "two",
      name: "<b>Camp</b>",
    };
    const { status, html, text } = await ada.send("add-property", invalid, "?tab=property-details&add");
    expect(status).toBe(400);
    for (const phrase of [
      "Street is required.",
      "State must be a two-letter code or a name, like NH or New Hampshire.",
      "ZIP code must be 5 digits, like 03263 or 03263-1234.",
      "Bedrooms must be a whole number up to 50.",
    ]) {
      expect(text).toContain(phrase);
    }
    expect(html).toContain('value="&lt;b&gt;Camp&lt;/b&gt;"');
    expect(html).toMatch(/<input(?=[^>]*name="bedrooms")(?=[^>]*value="two")/);
    expect(await stored()).toEqual([]);
  });

  test("as an office ignores rooms", async () => {
    await ada.send("add-property", { ...HOME, property_type: "commercial", bedrooms: "many" });
    expect(await stored()).toMatchObject([{ bedrooms: null }]);
  });

  test("is refused at 20 with a readable error, and what was typed is kept", async () => {
    for (let number = 1; number <= 20; number += 1)
      await ada.send("add-property", { ...HOME, name: `${number}` });
    const { status, text, html } = await ada.send(
      "add-property",
      { ...HOME, name: "The last" },
      "?tab=property-details&add",
    );
    expect(status).toBe(409);
    expect(text).toContain("You can save at most 20 properties.");
    expect(html).toContain('value="The last"');
    expect(await stored()).toHaveLength(20);
  });

  test("that fails shows the specification's toast", async () => {
    await pool.query("alter table audit_log rename to away");
    try {
      const { status, text } = await ada.send("add-property", HOME, "?tab=property-details&add");
      expect([status, text.includes("Failed to add property. Please try again.")]).toEqual([503, true]);
      const id = UNKNOWN;
      await pool.query(
        `insert into properties (id, user_id, property_type, address_line1, city, state, zip_code)
         values ($1, $2, 'residential', '1 Elm Street', 'Epsom', 'NH', '03234')`,
        [id, ada.id],
      );
      const removal = await ada.send("remove-property", { id });
      expect(removal.status).toBe(503);
      expect(removal.text).toContain("Failed to remove property. Please try again.");
    } finally {
      await pool.query("alter table away rename to audit_log");
    }
    expect(await stored()).toHaveLength(1);
  });
});

describe("a saved property", () => {
  test("is removed after a confirmation, with a toast", async () => {
    const id = await added();
    expect((await ada.see(`?tab=property-details&remove=${id}`)).text).toContain("Remove Home?");
    const { status, location, toast } = await ada.send("remove-property", { id });
    expect([status, location, toast?.title]).toEqual([303, PAGE, "Property Removed"]);
    expect(await stored()).toEqual([]);
  });

  test("becomes the default", async () => {
    await added();
    const id = await added({ name: "Camp" });
    expect((await ada.send("default-property", { id })).toast?.title).toBe("Property Updated");
    expect(await stored()).toMatchObject([{ is_default: false }, { id, is_default: true }]);
  });

  test("is changed in a form with its current values", async () => {
    const id = await added({ special_instructions: "Key under the mat" });
    const { html } = await ada.see(`?tab=property-details&edit=${id}`);
    expect(html).toMatch(/<input(?=[^>]*name="bedrooms")(?=[^>]*value="3")/);
    expect(html).toContain("Key under the mat</textarea>");
    const { status, location, toast } = await ada.send("update-property", { ...HOME, id, name: "Lodge" });
    expect([status, location, toast?.title]).toEqual([303, PAGE, "Property Updated"]);
    expect(await stored()).toMatchObject([{ name: "Lodge" }]);
  });

  test("changed in two windows returns 409 with what was typed and what is saved, and can then be saved", async () => {
    const id = await added();
    const page = `?tab=property-details&edit=${id}`;
    const version = hiddenField((await ada.see(page)).html, "version");
    clock.advance({ minutes: 1 });
    await ada.send("update-property", { ...HOME, id, version, name: "First" });
    const outdated = await ada.send("update-property", { ...HOME, id, version, name: "Second" }, page);
    expect(outdated.status).toBe(409);
    expect(outdated.text).toContain("This was changed in another window");
    expect(outdated.text).toContain("First");
    expect(outdated.html).toContain('value="Second"');
    const again = { ...HOME, id, version: hiddenField(outdated.html, "version"), name: "Second" };
    expect((await ada.send("update-property", again)).status).toBe(303);
    expect(await stored()).toMatchObject([{ name: "Second" }]);
  });
});

describe("another customer's property", () => {
  test.each(["remove-property", "default-property", "update-property"])(
    "'%s' returns 404 and changes nothing",
    async (intent) => {
      await added();
      const camp = await added({ name: "Camp" });
      const before = await stored();
      const eve = await profileVisitor(app);
      for (const id of [camp, UNKNOWN, "", "garbled", "' or true --"]) {
        expect((await eve.send(intent, { ...HOME, id, name: "Mine" })).status).toBe(404);
      }
      expect(await stored()).toEqual(before);
    },
  );

  test.each(["edit", "remove"])("?%s= returns 404 and shows nothing of it", async (what) => {
    const id = await added();
    const eve = await profileVisitor(app);
    const { status, text, html } = await eve.see(`?tab=property-details&${what}=${id}`);
    expect([status, text.includes("Barnstead"), html.includes("<form")]).toEqual([404, false, true]);
  });
});
