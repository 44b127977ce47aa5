import { beforeEach, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { deleteView, readViews, rememberList, renameView, saveView } from "./views.server";

const world = await testWorld();
const { pool, clear } = world;
let adele: () => StaffCtx;
let grace: () => StaffCtx;

beforeEach(async () => {
  await clear();
  adele = await staffCtx(world);
  grace = await staffCtx(world, "grace@white-birch.example");
});

const save = (ctx: StaffCtx, name: string, search = "?range=week") =>
  saveView(ctx, { list: "orders", name, search });
const names = async (ctx: StaffCtx) => (await readViews(ctx, "orders")).views.map(({ name }) => name);

test("a view has a name that is unique for a person and a list", async () => {
  expect(await save(adele(), "  This   week ")).toMatchObject({ ok: true, view: { name: "This week" } });
  expect(await save(adele(), "This week", "?range=month")).toMatchObject({ ok: false, reason: "taken" });
  expect(await save(grace(), "This week")).toMatchObject({ ok: true });
  expect(await saveView(adele(), { list: "plans", name: "This week", search: "" })).toMatchObject({
    ok: true,
  });
  for (const name of ["", " \n ", "x".repeat(61)])
    expect(await save(adele(), name)).toMatchObject({ ok: false, reason: "invalid" });
  expect(await names(adele())).toEqual(["This week"]);
});

test("a person has at most twenty views of a list, from two tabs too", async () => {
  for (let n = 1; n < 20; n++) await save(adele(), `View ${n}`);
  const outcomes = await Promise.all([save(adele(), "One tab"), save(adele(), "Another tab")]);
  expect(outcomes.filter(({ ok }) => !ok)).toMatchObject([{ reason: "too many" }]);
  expect(await names(adele())).toHaveLength(20);
});

test("a view is renamed and deleted by its person only, and saved again by undo", async () => {
  const saved = await save(adele(), "Mine");
  const id = saved.ok ? saved.view.id : "";
  await save(adele(), "Other");
  expect(await renameView(grace(), { id, name: "Hers" })).toMatchObject({ ok: false, reason: "not found" });
  expect(await deleteView(grace(), { id })).toMatchObject({ ok: false, reason: "not found" });
  expect(await renameView(adele(), { id, name: "Other" })).toMatchObject({ ok: false, reason: "taken" });
  expect(await renameView(adele(), { id, name: "Mine too" })).toMatchObject({ ok: true });
  const deleted = await deleteView(adele(), { id });
  expect(deleted).toMatchObject({ ok: true, view: { name: "Mine too", search: "?range=week" } });
  expect(await deleteView(adele(), { id })).toMatchObject({ ok: false, reason: "not found" });
  if (deleted.ok) await save(adele(), deleted.view.name, deleted.view.search);
  expect(await names(adele())).toEqual(["Mine too", "Other"]);
});

test("how somebody left a list is one row for each person and list, gone when it is as it begins", async () => {
  await Promise.all([
    rememberList(adele(), "orders", "?range=week"),
    rememberList(adele(), "orders", "?range=month"),
  ]);
  await rememberList(adele(), "orders", "?status=failed");
  await save(adele(), "A view");
  expect(await readViews(adele(), "orders")).toMatchObject({
    left: "?status=failed",
    views: [{ name: "A view" }],
  });
  expect(await readViews(grace(), "orders")).toEqual({ left: "", left_at: null, views: [] });
  expect(await readViews(adele(), "plans")).toEqual({ left: "", left_at: null, views: [] });
  await rememberList(adele(), "orders", "");
  expect(await readViews(adele(), "orders")).toMatchObject({ left: "", views: [{ name: "A view" }] });
});

test("views go with the account of their person", async () => {
  await save(adele(), "A view");
  await rememberList(adele(), "orders", "?range=week");
  await pool.query("delete from users where id = $1", [adele().actor.id]);
  expect((await pool.query("select count(*)::int from saved_views")).rows[0].count).toBe(0);
});
