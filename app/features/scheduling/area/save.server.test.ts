import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { previewForm, readAreaPage } from "./queries.server";
import { changeZip, saveArea } from "./save.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const shown = async () => (await readAreaPage(staff())).values;
const save = async (changes: Record<string, string>, seen?: Record<string, string>) => {
  const values = seen ?? (await shown());
  return saveArea(staff(), { ...values, ...changes }, values);
};
const stored = async () =>
  (await pool.query("select key, value from admin_settings where category = 'area' order by key")).rows;
const trail = async () =>
  (await pool.query("select details from audit_log where action = 'settings.updated'")).rows;

test("as long as nothing is set the company cleans anywhere, and saving that changes nothing", async () => {
  const { values, preview } = await readAreaPage(staff());
  expect(values).toMatchObject({ mode: "anywhere" });
  expect(preview).toEqual({ zips: null, map: null, outside: [] });
  expect(await save({})).toEqual({ ok: true, changed: false });
  expect(await stored()).toEqual([]);
});

test("an area is saved with an entry in the audit trail, once", async () => {
  expect(await save({ mode: "zips", zips: "03301 03263" })).toEqual({ ok: true, changed: true });
  expect(await save({})).toEqual({ ok: true, changed: false });
  expect(await shown()).toMatchObject({ mode: "zips", zips: "03263, 03301" });
  expect(await trail()).toEqual([
    {
      details: {
        before: { mode: "Anywhere", zips: "" },
        after: { mode: "A list of ZIP codes", zips: "03263, 03301" },
      },
    },
  ]);
});

test("what is refused leaves everything as it was", async () => {
  const refused = await save({ mode: "radius", base_zip: "00000", radius_miles: "20" });
  expect(refused).toMatchObject({
    ok: false,
    reason: "invalid",
    errors: { base_zip: "There is no ZIP code 00000." },
  });
  expect(await stored()).toEqual([]);
});

test("two editors of the same field are asked, and what one of them saved stays", async () => {
  const seen = await shown();
  await save({ mode: "zips", zips: "03263" }, seen);
  expect(await save({ mode: "radius", base_zip: "03301" }, seen)).toMatchObject({
    ok: false,
    reason: "changed",
    errors: { mode: expect.stringContaining("Someone else") },
    seen: { mode: "zips", zips: "03263" },
  });
  expect(await shown()).toMatchObject({ mode: "zips", base_zip: "" });
});

test("a preview counts the ZIP codes of a radius and the upcoming visits outside it, and saves nothing", async () => {
  await confirmedVisit(ctx(), pool); // in 03263
  await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
  const near = await previewForm(staff(), { mode: "radius", base_zip: "03801", radius_miles: "15" });
  if (!near.ok) throw new Error("refused");
  expect(near.preview.zips).toContain("03801");
  expect(near.preview.zips).not.toContain("03263");
  expect(near.preview.outside).toEqual([{ zip: "03263", visits: 2 }]);
  expect(near.preview.map).toMatchObject({ base: { zip: "03801" } });
  const far = await previewForm(staff(), { mode: "radius", base_zip: "03801", radius_miles: "60" });
  expect(far).toMatchObject({ preview: { outside: [] } });
  expect(await stored()).toEqual([]);
});

describe("one ZIP code", () => {
  test("is added to the list and removed again, each once", async () => {
    await save({ mode: "zips", zips: "03263" });
    expect(await changeZip(staff(), { zip: "03801", listed: true })).toEqual({ ok: true, changed: true });
    expect(await changeZip(staff(), { zip: "03801", listed: true })).toEqual({ ok: true, changed: false });
    expect(await shown()).toMatchObject({ zips: "03263, 03801" });
    expect(await changeZip(staff(), { zip: "03801", listed: false })).toEqual({ ok: true, changed: true });
    expect(await shown()).toMatchObject({ zips: "03263" });
    expect(await trail()).toHaveLength(3);
  });

  test("added by two at once is not lost", async () => {
    await save({ mode: "zips", zips: "03263" });
    await Promise.all(["03801", "03301"].map((zip) => changeZip(staff(), { zip, listed: true })));
    expect(await shown()).toMatchObject({ zips: "03263, 03301, 03801" });
  });

  test("is refused when the area is no list, when there is none, and when it is the last", async () => {
    expect(await changeZip(staff(), { zip: "03801", listed: true })).toMatchObject({ reason: "no list" });
    await save({ mode: "zips", zips: "03263" });
    expect(await changeZip(staff(), { zip: "00000", listed: true })).toMatchObject({ reason: "unknown" });
    expect(await changeZip(staff(), { zip: "03263", listed: false })).toMatchObject({ reason: "last" });
    expect(await shown()).toMatchObject({ zips: "03263" });
  });
});
