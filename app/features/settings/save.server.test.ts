import { beforeEach, describe, expect, test } from "vitest";
import type { AdminCtx } from "~/platform/context.server";
import { openVault } from "~/platform/vault.server";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { FORMS, type SettingsTab } from "./forms";
import { readSettingsPage } from "./page.server";
import { readSettings } from "./reads.server";
import { removeSecret, saveSettings } from "./save.server";
import { readSecret } from "./secrets.server";

const world = await testWorld();
const { pool, clear } = world;
let staff: () => AdminCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const EMAIL = { smtp_host: "smtp.birch.example", smtp_port: "587", smtp_user: "birch", from_email: "" };
const save = (tab: SettingsTab, fields: Record<string, string>) =>
  saveSettings(staff(), tab, FORMS[tab].parse(fields));

async function trail() {
  const { rows } = await pool.query("select actor, entity_id, details from audit_log order by id");
  return rows;
}

async function stored(key: string): Promise<string | undefined> {
  const { rows } = await pool.query("select value from admin_settings where key = $1", [key]);
  return rows[0]?.value;
}

describe("saving a tab", () => {
  test("stores what has changed and writes down before and after", async () => {
    const fields = { default_currency: "CAD", tax_rate: "8.5", stripe_public_key: "", collect_tax: "on" };
    expect(await save("payments", fields)).toEqual({ ok: true });
    expect(await readSettings(staff())).toMatchObject({
      "payments.default_currency": "CAD",
      "payments.tax_rate": 8.5,
      "payments.collect_tax": true,
    });
    expect(await trail()).toEqual([
      {
        actor: `admin:${staff().actor.id}`,
        entity_id: "payments",
        details: {
          before: { default_currency: "USD", collect_tax: "false" },
          after: { default_currency: "CAD", collect_tax: "true" },
        },
      },
    ]);
  });

  test("writes no address down, only that it has changed", async () => {
    const general = { phone: "(603) 555-0142", company_description: "d", timezone: "UTC" };
    await save("general", { ...general, company_name: "Birch", contact_email: "ada@mail.example" });
    await save("email", { ...EMAIL, smtp_user: "ada@mail.example", from_email: "ada@mail.example" });
    const [one, two] = (await trail()).map(({ details }) => details);
    expect(one.before).not.toHaveProperty("contact_email");
    expect(one.after).toMatchObject({ company_name: "Birch", contact_email: "changed" });
    expect(two).toEqual({
      before: { smtp_host: "" },
      after: { smtp_host: "smtp.birch.example", smtp_user: "changed", from_email: "changed" },
    });
    await save("email", { ...EMAIL, smtp_user: "", from_email: "" });
    expect(JSON.stringify(await trail())).not.toContain("@");
  });

  test("a second time changes and tells nothing", async () => {
    await save("users", { require_email_verification: "on" });
    await save("users", { require_email_verification: "on" });
    expect(await trail()).toHaveLength(1);
  });

  test("a box that is not ticked is off, also where it begins as on", async () => {
    await save("notifications", { payment_notifications: "on" });
    expect(await readSettings(staff())).toMatchObject({
      "notifications.new_booking_notifications": false,
      "notifications.payment_notifications": true,
    });
  });

  test("two at once leave one whole form behind", async () => {
    const one = { company_name: "One", contact_email: "one@birch.example" };
    const two = { company_name: "Two", contact_email: "two@birch.example" };
    const rest = { phone: "1", company_description: "d", timezone: "UTC" };
    await Promise.all([save("general", { ...one, ...rest }), save("general", { ...two, ...rest })]);
    const settings = await readSettings(staff());
    expect([one, two]).toContainEqual({
      company_name: settings["general.company_name"],
      contact_email: settings["general.contact_email"],
    });
  });
});

describe("a secret", () => {
  test("is stored sealed, is told of without its words, and opens for who needs it", async () => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2 of the birches" });
    expect(await stored("smtp_pass")).toMatch(/^v1\./);
    expect(JSON.stringify([await trail(), await readSettingsPage(staff(), "email")])).not.toContain(
      "hunter2",
    );
    expect((await trail())[0].details.after).toMatchObject({ smtp_pass: "set" });
    expect(await readSecret(staff(), "email.smtp_pass")).toBe("hunter2 of the birches");
    expect((await readSettingsPage(staff(), "email")).secrets).toEqual({
      smtp_pass: { set_on: "Jun 01, 2026", opens: true },
    });
  });

  test("stays when its field is left empty", async () => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    await save("email", { ...EMAIL, smtp_port: "465", smtp_pass: "" });
    expect(await readSecret(staff(), "email.smtp_pass")).toBe("hunter2");
  });

  test("is asked for again before it would go to another server", async () => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    const elsewhere = { ...EMAIL, smtp_host: "smtp.mallory.example" };
    expect(await save("email", elsewhere)).toMatchObject({ ok: false, field: "smtp_pass" });
    expect(await stored("smtp_host")).toBe("smtp.birch.example");
    expect(await save("email", { ...elsewhere, smtp_pass: "another" })).toEqual({ ok: true });
    expect(await readSecret(staff(), "email.smtp_pass")).toBe("another");
  });

  test.each([
    ["taking the server away", { smtp_host: "", smtp_user: "" }],
    ["leaving the user out at first", { smtp_host: "smtp.mallory.example", smtp_user: "" }],
  ])("cannot be carried to another server by %s", async (_, first) => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    expect(await save("email", { ...EMAIL, ...first })).toEqual({ ok: true });
    await save("email", { ...EMAIL, smtp_host: "smtp.mallory.example" });
    expect(await stored("smtp_host")).toBe("smtp.mallory.example");
    expect(await readSecret(staff(), "email.smtp_pass")).toBeNull();
    expect((await trail()).some(({ details }) => details.after.smtp_pass === null)).toBe(true);
  });

  test("is removed, once", async () => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    await removeSecret(staff(), "email.smtp_pass");
    await removeSecret(staff(), "email.smtp_pass");
    expect(await readSecret(staff(), "email.smtp_pass")).toBeNull();
    expect((await trail()).map(({ details }) => details.after.smtp_pass)).toEqual(["set", null]);
  });

  test("that was stored under another APP_SECRET says so instead of being guessed", async () => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    const other = { ...staff(), vault: openVault("the secret of another installation") };
    await expect(readSecret(other, "email.smtp_pass")).rejects.toThrow("another APP_SECRET");
    expect((await readSettingsPage(other, "email")).secrets.smtp_pass).toMatchObject({ opens: false });
  });
});
