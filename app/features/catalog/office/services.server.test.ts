import { beforeEach, describe, expect, test } from "vitest";
import { readService, readServices } from "~/features/catalog/queries.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import type { ServiceForm } from "./forms";
import { readOfficeService, readOfficeServices } from "./queries.server";
import {
  addService,
  deleteService,
  placeService,
  restoreService,
  setServiceActive,
  updateService,
} from "./save.server";

const world = await testWorld();
const { pool, ctx, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;
const { rows: seeded } = await pool.query("select id, sort_order, is_popular, is_active from services");

beforeEach(async () => {
  await clear();
  office = await staffCtx(world);
  await pool.query("delete from services where id <> all($1)", [seeded.map(({ id }) => id)]);
  for (const { id, sort_order, is_active } of seeded) {
    await pool.query("update services set sort_order = $2, is_active = $3 where id = $1", [
      id,
      sort_order,
      is_active,
    ]);
  }
});

const form: ServiceForm = {
  title: "Window Shine",
  description: "Panes, inside and out.",
  price: 4550,
  subscription_type: "one_time",
  service_type: "residential",
  is_popular: false,
  is_active: true,
  features: ["Inside", "Outside"],
  visit_minutes: 120,
  plan_frequencies: ["weekly"],
  terms: null,
  image: null,
};

async function add(input: Parameters<typeof addService>[1]) {
  const outcome = await addService(office(), input);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

async function trail() {
  const { rows } = await pool.query(
    "select action, details from audit_log where entity = 'service' order by id",
  );
  return rows;
}

describe("a new service", () => {
  test("is added once, however often its form is sent", async () => {
    const form_id = "33333333-3333-4333-8333-333333333333";
    const both = await Promise.all([1, 2].map(() => add({ ...form, form_id })));
    expect(both.map(({ id }) => id)).toEqual(["window-shine", "window-shine"]);
    expect(await trail()).toHaveLength(1);
    expect(await add(form)).toMatchObject({ id: "window-shine-2" });
    expect(await deleteService(office(), "window-shine")).toMatchObject({ done: "deleted" });
    expect(JSON.stringify(await trail())).not.toContain(form_id);
  });

  test("refuses a form with an outdated version", async () => {
    const { id } = await add(form);
    const seen = (await readOfficeService(office(), id))?.version;
    await pool.query("update services set title = 'Theirs' where id = $1", [id]);
    const update = (change: Partial<ServiceForm>, version = seen) =>
      updateService(office(), { id, ...form, ...change, seen: version });
    expect(await update({ price: 1 })).toEqual({ ok: false, reason: "changed" });
    expect(await readService(ctx(), id)).toMatchObject({ title: "Theirs", price_per_hour: 4550 });
    const now = (await readOfficeService(office(), id))?.version;
    expect(await update({ price: 1 }, now)).toEqual({ ok: true });
    expect(await readService(ctx(), id)).toMatchObject({ title: "Window Shine", price_per_hour: 1 });
  });

  test("is on the site at once, last in its list, with an id from its title", async () => {
    const { id } = await add(form);
    expect(id).toBe("window-shine");
    expect(await readService(ctx(), id)).toMatchObject({
      price_per_hour: 4550,
      features: ["Inside", "Outside"],
    });
    expect((await readServices(ctx(), "residential")).at(-1)?.id).toBe(id);
    expect(await trail()).toMatchObject([
      { action: "service.added", details: { after: { title: "Window Shine" } } },
    ]);
  });

  test("gets a distinct id when two are added at the same time", async () => {
    const made = await Promise.all([add(form), add(form)]);
    expect(made.map(({ id }) => id).sort()).toEqual(["window-shine", "window-shine-2"]);
  });
});

describe("a new service after one of the same name was deleted", () => {
  test("does not get its id while its text is kept for an undo", async () => {
    const { id } = await add(form);
    await pool.query(
      "insert into site_texts (kind, created_at, updated_at) values ($1, now(), now()), ('service-window-shine-2', now(), now())",
      [`service-${id}`],
    );
    await deleteService(office(), id);
    expect(await add(form)).toMatchObject({ id: "window-shine-3" });
    expect(await restoreService(office(), id)).toEqual({ title: "Window Shine" });
  });
});

describe("updating a service", () => {
  test("keeps its id and audits the values before and after", async () => {
    const { id } = await add(form);
    await updateService(office(), { id, ...form, title: "Glass Care", price: 5000 });
    expect(await readService(ctx(), id)).toMatchObject({ id, title: "Glass Care", price_per_hour: 5000 });
    expect((await trail())[1]).toEqual({
      action: "service.updated",
      details: {
        before: { title: "Window Shine", price_per_hour: 4550 },
        after: { title: "Glass Care", price_per_hour: 5000 },
        currency: "USD",
      },
    });
  });

  test("audits nothing when nothing changed, and reports a missing service", async () => {
    const { id } = await add(form);
    expect(await updateService(office(), { id, ...form })).toEqual({ ok: true });
    expect(await trail()).toHaveLength(1);
    expect(await updateService(office(), { ...form, id: "nothing" })).toEqual({
      ok: false,
      reason: "not found",
    });
  });
});

describe("deleting a service", () => {
  test("removes one that was never booked, and can be undone", async () => {
    const { id } = await add(form);
    const before = await pool.query("select title, sort_order, features from services where id = $1", [id]);
    expect(await deleteService(office(), id)).toEqual({ done: "deleted", title: "Window Shine" });
    expect(await readService(ctx(), id)).toBeNull();
    expect(await restoreService(office(), id)).toEqual({ title: "Window Shine" });
    const after = await pool.query("select title, sort_order, features from services where id = $1", [id]);
    expect(after.rows).toEqual(before.rows);
    expect(await restoreService(office(), id)).toBeNull();
    expect((await trail()).map(({ action }) => action)).toEqual([
      "service.added",
      "service.deleted",
      "service.restored",
    ]);
  });

  test("deactivates one that was booked, and says so", async () => {
    await confirmedVisit(ctx(), pool);
    expect(await deleteService(office(), "regular-cleaning")).toMatchObject({ done: "deactivated" });
    expect(await readService(ctx(), "regular-cleaning")).toMatchObject({ is_active: false });
    expect(await deleteService(office(), "regular-cleaning")).toMatchObject({ done: "inactive already" });
    await setServiceActive(office(), { id: "regular-cleaning", active: true });
    expect(await readService(ctx(), "regular-cleaning")).toMatchObject({ is_active: true });
    expect((await trail()).map(({ action }) => action)).toEqual(["service.deactivated", "service.activated"]);
  });

  test("reports a missing service", async () => {
    expect(await deleteService(office(), "nothing")).toBeNull();
    expect(await restoreService(office(), "nothing")).toBeNull();
    expect(await setServiceActive(office(), { id: "nothing", active: true })).toBeNull();
  });
});

describe("the order of services", () => {
  const commercial = async () =>
    (await readOfficeServices(ctx())).flatMap(({ id, service_type }) =>
      service_type === "commercial" ? [id] : [],
    );

  test("changes with a move, also on the site", async () => {
    await pool.query("update services set is_active = true");
    const before = await commercial();
    const last = before.at(-1) ?? "";
    const first = before.findIndex((id) => seeded.some((one) => one.id === id && !one.is_popular));
    expect(await placeService(office(), { id: last, place: 0 })).toBe(true);
    const expected = before.filter((id) => id !== last).toSpliced(first, 0, last);
    expect(await commercial()).toEqual(expected);
    expect((await readServices(ctx(), "commercial")).map(({ id }) => id)).toEqual(expected);
    expect(await trail()).toHaveLength(1);
  });

  test("and its audit trail stay the same when nothing moves", async () => {
    const before = await commercial();
    expect(await placeService(office(), { id: before.at(-1) ?? "", place: 99 })).toBe(true);
    expect(await commercial()).toEqual(before);
    expect(await trail()).toEqual([]);
    expect(await placeService(office(), { id: "nothing", place: 0 })).toBe(false);
  });
});
