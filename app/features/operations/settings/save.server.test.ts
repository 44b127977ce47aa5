import { beforeEach, describe, expect, test } from "vitest";
import { openVault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { setCrews } from "../../../../tests/support/bookings";
import { SMTP_RELAY, testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, visitRow } from "../../../../tests/support/visits";
import { FORMS, type SettingsTab } from "./forms";
import { readSettings, readSettingsPage } from "./queries.server";
import { removeSecret, saveSettings } from "./save.server";
import { readSecret } from "./secrets.server";

const world = await testWorld();
const { pool, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  world.clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const EMAIL = { smtp_host: "smtp.birch.example", smtp_port: "587", smtp_user: "birch", from_email: "" };
const save = (tab: SettingsTab, fields: Record<string, string>) =>
  saveSettings(staff(), tab, FORMS[tab].parse({ travel_buffer_minutes: "30", ...fields }));

async function trail() {
  const { rows } = await pool.query("select actor, entity_id, details from audit_log order by id");
  return rows;
}

async function stored(key: string): Promise<string | undefined> {
  const { rows } = await pool.query("select value from admin_settings where key = $1", [key]);
  return rows[0]?.value;
}

describe("saving a tab", () => {
  test("keeps another administrator's change of a field that the form did not change", async () => {
    const seen = { default_currency: "USD", tax_rate: "8.5", stripe_public_key: "" };
    await save("payments", { ...seen, tax_rate: "9", collect_tax: "on" });
    const form = FORMS.payments.parse({ ...seen, default_currency: "CAD" });
    expect(await saveSettings(staff(), "payments", form, seen)).toEqual({ ok: true });
    expect(await readSettings(staff())).toMatchObject({
      "payments.default_currency": "CAD",
      "payments.tax_rate": 9,
      "payments.collect_tax": true,
    });
    expect((await trail()).at(-1)?.details).toEqual({
      before: { default_currency: "USD" },
      after: { default_currency: "CAD" },
    });
  });

  test("stores changed values and records them before and after", async () => {
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

  test("records only that an email address changed, not the address", async () => {
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

  test("twice has no further effect and adds no audit entry", async () => {
    await save("users", { require_email_verification: "on" });
    await save("users", { require_email_verification: "on" });
    expect(await trail()).toHaveLength(1);
  });

  test("stores an unticked checkbox as off, also if its default is on", async () => {
    await save("notifications", { payment_notifications: "on" });
    expect(await readSettings(staff())).toMatchObject({
      "notifications.new_booking_notifications": false,
      "notifications.payment_notifications": true,
    });
  });

  test("with a new time zone keeps the local hour of visits, also if two visits of a crew swap places", async () => {
    const general = { company_name: "Birch", contact_email: "a@b.example", company_description: "d" };
    const zone = (timezone: string) => save("general", { ...general, phone: "(603) 555-0142", timezone });
    await zone("America/New_York");
    const gone = await confirmedVisit(world.ctx(), pool, { date: "2026-06-02" });
    world.clock.set("2026-06-02T13:00:00Z"); // it has begun
    await setCrews(pool, 1);
    const visits = [
      await confirmedVisit(world.ctx(), pool, { time: "8:00 AM", hours: 2 }),
      await confirmedVisit(world.ctx(), pool, { time: "12:00 PM", hours: 2 }),
      await confirmedVisit(world.ctx(), pool, { time: "4:00 PM", hours: 2 }),
      await confirmedVisit(world.ctx(), pool, { date: "2026-11-10", hours: 2 }), // in winter time
    ];
    expect(await zone("America/Los_Angeles")).toEqual({ ok: true });
    const { rows } = await pool.query(
      `select id, crew_id, to_char(starts_at at time zone 'America/Los_Angeles', 'YYYY-MM-DD HH24:MI') as starts,
         (scheduled_date + scheduled_time)::text as hour, calendar_sequence,
         extract(epoch from ends_at - starts_at)::int / 60 as minutes,
         lower(blocked) = starts_at and upper(blocked) = ends_at + interval '30 minutes' as blocks
       from bookings where id <> $1 order by starts_at`,
      [gone.id],
    );
    expect(rows.map(({ starts }) => starts)).toEqual([
      "2026-06-10 08:00",
      "2026-06-10 12:00",
      "2026-06-10 16:00",
      "2026-11-10 08:00",
    ]);
    for (const [index, row] of rows.entries())
      expect(row).toMatchObject({
        hour: `${row.starts}:00`,
        minutes: 120,
        blocks: true,
        calendar_sequence: 0,
        crew_id: visits[index]?.crew_id,
      });
    expect((await visitRow(pool, gone.id)).starts_at).toEqual(gone.starts_at);
    expect((await trail()).at(-1).details).toEqual({
      before: { timezone: "America/New_York" },
      after: { timezone: "America/Los_Angeles" },
      visits_at_their_hour: 4,
    });
    await zone("America/New_York");
    expect((await visitRow(pool, visits[0]?.id)).starts_at).toEqual(visits[0]?.starts_at);
  });

  test("is refused for a time zone that would overlap two visits of a crew", async () => {
    const general = { company_name: "Birch", contact_email: "a@b.example", company_description: "d" };
    const zone = (timezone: string) => save("general", { ...general, phone: "(603) 555-0142", timezone });
    await setCrews(pool, 1);
    const begun = await confirmedVisit(world.ctx(), pool, { date: "2026-06-02", time: "8:00 AM", hours: 4 });
    const next = await confirmedVisit(world.ctx(), pool, { date: "2026-06-02", time: "2:00 PM", hours: 2 });
    world.clock.set("2026-06-02T13:00:00Z");
    const refused = await zone("America/Halifax");
    expect(refused).toEqual({ ok: true }); // an hour earlier there is room still
    expect(await zone("Atlantic/Reykjavik")).toMatchObject({ ok: false, field: "timezone" });
    expect((await readSettings(staff()))["general.timezone"]).toBe("America/Halifax");
    expect((await visitRow(pool, next.id)).crew_id).toBe(begun.crew_id);
  });

  test("twice at the same time stores one complete form", async () => {
    const one = { company_name: "One", contact_email: "one@birch.example" };
    const two = { company_name: "Two", contact_email: "two@birch.example" };
    const rest = { phone: "(603) 555-0142", company_description: "d", timezone: "UTC" };
    await Promise.all([save("general", { ...one, ...rest }), save("general", { ...two, ...rest })]);
    const settings = await readSettings(staff());
    expect([one, two]).toContainEqual({
      company_name: settings["general.company_name"],
      contact_email: settings["general.contact_email"],
    });
  });
});

describe("a secret setting", () => {
  test("is stored encrypted, is not in the audit trail, and can be read by the code that needs it", async () => {
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

  test("is kept when its field is empty", async () => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    await save("email", { ...EMAIL, smtp_port: "465", smtp_pass: "" });
    expect(await readSecret(staff(), "email.smtp_pass")).toBe("hunter2");
  });

  test("must be entered again before it is sent to another server", async () => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    const elsewhere = { ...EMAIL, smtp_host: "smtp.mallory.example" };
    expect(await save("email", elsewhere)).toMatchObject({ ok: false, field: "smtp_pass" });
    expect(await stored("smtp_host")).toBe("smtp.birch.example");
    expect(await save("email", { ...elsewhere, smtp_pass: "another" })).toEqual({ ok: true });
    expect(await readSecret(staff(), "email.smtp_pass")).toBe("another");
  });

  test.each(["localhost", "169.254.169.254", "10.0.0.8", "::1"])(
    "rejects the SMTP host %s and names its field",
    async (smtp_host) => {
      const outcome = await save("email", { ...EMAIL, smtp_host });
      expect(outcome).toMatchObject({
        field: "smtp_host",
        message: expect.stringMatching("private network"),
      });
      expect(await stored("smtp_host")).toBeUndefined();
    },
  );

  test("accepts an SMTP host on a private network that the operator allows", async () => {
    expect(await save("email", { ...EMAIL, smtp_host: SMTP_RELAY })).toEqual({ ok: true });
    expect(await stored("smtp_host")).toBe(SMTP_RELAY);
  });

  test.each([
    ["taking the server away", { smtp_host: "", smtp_user: "" }],
    ["leaving the user out at first", { smtp_host: "smtp.mallory.example", smtp_user: "" }],
  ])("can't be sent to another server by %s", async (_, first) => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    expect(await save("email", { ...EMAIL, ...first })).toEqual({ ok: true });
    await save("email", { ...EMAIL, smtp_host: "smtp.mallory.example" });
    expect(await stored("smtp_host")).toBe("smtp.mallory.example");
    expect(await readSecret(staff(), "email.smtp_pass")).toBeNull();
    expect((await trail()).some(({ details }) => details.after.smtp_pass === null)).toBe(true);
  });

  test("is removed once", async () => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    await removeSecret(staff(), "email.smtp_pass");
    await removeSecret(staff(), "email.smtp_pass");
    expect(await readSecret(staff(), "email.smtp_pass")).toBeNull();
    expect((await trail()).map(({ details }) => details.after.smtp_pass)).toEqual(["set", null]);
  });

  test("that was encrypted with another APP_SECRET causes an error", async () => {
    await save("email", { ...EMAIL, smtp_pass: "hunter2" });
    const other = { ...staff(), vault: openVault("the secret of another installation") };
    await expect(readSecret(other, "email.smtp_pass")).rejects.toThrow("a different APP_SECRET");
    expect((await readSettingsPage(other, "email")).secrets.smtp_pass).toMatchObject({ opens: false });
  });
});
