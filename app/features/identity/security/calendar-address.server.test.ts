import { beforeEach, describe, expect, test } from "vitest";
import { readAccount } from "~/features/identity/staff/queries.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import type { AddressChange, Calendar } from "./calendar-address";
import { changeAddress, endAddress, findCalendar, readAddress } from "./calendar-address.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;
let calendars: Calendar[];

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await setRole("manager");
  const { rows } = await pool.query("select id from crews order by sort_order limit 1");
  calendars = [{ shows: "own visits" }, { shows: "crew", crew_id: rows[0].id }, { shows: "all crews" }];
});

/** Changes an address, and answers the file of what was made. */
async function change(calendar: Calendar, change: AddressChange) {
  const outcome = await changeAddress(staff(), calendar, change);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.url?.replace("https://site.example/calendar/", "");
}
const make = async (calendar: Calendar) => (await change(calendar, "create")) ?? "";
const find = (file: string) => findCalendar(ctx(), file);
const setRole = (role: string) =>
  pool.query(
    `insert into user_roles (user_id, role, created_at)
     select $1, $2, coalesce(max(created_at), now()) + interval '1 second' from user_roles where user_id = $1`,
    [staff().actor.id, role],
  );

describe("a calendar address", () => {
  test("is stored only as a hash", async () => {
    for (const calendar of calendars) {
      const file = await make(calendar);
      expect(file).toMatch(/^[\w-]{32}\.ics$/);
      const token = file.replace(".ics", "");
      const { rows } = await pool.query(
        `select row_to_json(a)::text as row from calendar_addresses a
         union all select row_to_json(l)::text from audit_log l`,
      );
      expect(rows.map(({ row }) => row).join()).not.toContain(token);
      expect(await find(file)).toEqual({ ...calendar, user_id: staff().actor.id });
    }
  });

  test("is made once, replaced and removed; old ones stop at once, and the trail tells it", async () => {
    for (const calendar of calendars) {
      const first = await make(calendar);
      expect(await change(calendar, "create")).toBeUndefined();
      const second = (await change(calendar, "replace")) ?? "";
      expect([await find(first), await find(second)]).toEqual([null, expect.anything()]);
      await change(calendar, "remove");
      await change(calendar, "remove");
      expect([await find(second), await readAddress(staff(), calendar)]).toEqual([null, null]);
      const { rows } = await pool.query("select action from audit_log order by id");
      expect(rows.slice(-3).map(({ action }) => action.replace(/^.*[_.]/, ""))).toEqual([
        "created",
        "replaced",
        "removed",
      ]);
    }
  });

  test("says when it was made and last read", async () => {
    const file = await make({ shows: "all crews" });
    expect(await readAddress(staff(), { shows: "all crews" })).toMatchObject({ last_read: null });
    clock.advance({ hours: 24 });
    await find(file);
    expect(await readAddress(staff(), { shows: "all crews" })).toMatchObject({
      made: expect.stringContaining("Jun 01"),
      last_read: expect.stringContaining("Jun 02"),
    });
  });

  test("of staff stops with the role that may read the schedule; that of their own visits stays", async () => {
    const [own = "", crew = "", all = ""] = await Promise.all(calendars.map(make));
    for (const role of ["user", "bookkeeper"]) {
      await setRole(role);
      expect([await find(own), await find(crew), await find(all)]).toEqual([expect.anything(), null, null]);
    }
    await setRole("dispatcher");
    expect([await find(crew), await find(all)]).not.toContain(null);
  });

  test("is nobody else's to see or remove, and staff above can end it", async () => {
    const file = await make({ shows: "all crews" });
    const own = staff();
    const { rows } = await pool.query(
      "insert into users (name, email) values ('Eve', 'eve@mail.example') returning id",
    );
    const eve = { ...own, actor: { ...own.actor, id: rows[0].id } };
    expect(await readAddress(eve, { shows: "all crews" })).toBeNull();
    await changeAddress(eve, { shows: "all crews" }, "remove");
    expect(await find(file)).not.toBeNull();
    const [address] = (await readAccount(eve, own.actor.id))?.addresses ?? [];
    expect(address).toMatchObject({ what: "All crews" });
    const id = address?.id ?? "";
    expect(await endAddress(eve, { user_id: eve.actor.id, id })).toBe(false);
    expect(await endAddress(eve, { user_id: own.actor.id, id })).toBe(true);
    expect(await find(file)).toBeNull();
  });

  test("is of no crew that isn't there", async () => {
    for (const crew_id of ["x", "11111111-1111-4111-8111-111111111111"])
      expect(await changeAddress(staff(), { shows: "crew", crew_id }, "create")).toEqual({
        ok: false,
        reason: "not found",
      });
  });

  test.each(["", ".ics", "x.ics", "a".repeat(32), `${"A".repeat(32)}.ics`, "' or true --.ics"])(
    "is not '%s'",
    async (file) => {
      await make({ shows: "all crews" });
      expect(await find(file)).toBeNull();
    },
  );
});
