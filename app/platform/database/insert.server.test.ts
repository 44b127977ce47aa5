import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { audit_log } from "~/db/schema/audit";
import { services } from "~/db/schema/catalog";
import { testWorld } from "../../../tests/support/ctx";
import { watchStatements } from "../../../tests/support/statements";
import { insertList, insertRows, rowOf } from "./insert.server";

const { db, sitePool } = await testWorld();
const { statementsOf } = watchStatements(sitePool);

const at = Temporal.Instant.from("2026-11-22T12:00:00Z");

function aService(id: string) {
  return {
    id,
    title: "Glass Cleaning",
    description: "Windows, inside and out",
    price_per_hour: 5300,
    service_type: "residential" as const,
  };
}

function anEntry(entity_id: string) {
  return { at, actor: "system", action: "service.added", entity: "service", entity_id, details: {} };
}

async function stored(id: string) {
  const [service] = await db.select().from(services).where(eq(services.id, id));
  const [entry] = await db.select().from(audit_log).where(eq(audit_log.entity_id, id));
  return { service, entry };
}

test("one statement inserts rows into several tables, each value in its column's type", async () => {
  const service = { ...aService("glass"), features: ["Inside", "Out"], image: null, created_at: at };
  const entry = { ...anEntry("glass"), details: { words: "a 'quoted' one", list: [null, 1] } };
  const { statements } = await statementsOf(() =>
    insertRows(db, rowOf(services, { ...service, visit_minutes: undefined }), rowOf(audit_log, entry)),
  );
  expect(statements).toHaveLength(1);
  expect(await stored("glass")).toMatchObject({ service: { ...service, visit_minutes: 180 }, entry });
});

test("later calls may have other values and other columns", async () => {
  const plain = aService("mirrors");
  const pictured = { ...aService("panes"), image: "/panes.avif", visit_minutes: 60 };
  for (const service of [plain, pictured, aService("screens")])
    await insertRows(db, rowOf(services, service), rowOf(audit_log, anEntry(service.id)));
  expect(await stored("mirrors")).toMatchObject({ service: { image: null, visit_minutes: 180 } });
  expect(await stored("panes")).toMatchObject({ service: pictured, entry: anEntry("panes") });
  expect(await stored("screens")).toMatchObject({ service: { image: null, visit_minutes: 180 } });
});

test("if one row can't be inserted, none is", async () => {
  const negative = { ...aService("doors"), price_per_hour: -1 };
  await expect(
    insertRows(db, rowOf(audit_log, anEntry("doors")), rowOf(services, negative)),
  ).rejects.toThrow();
  expect(await stored("doors")).toEqual({ service: undefined, entry: undefined });
});

describe("a list of rows", () => {
  const entryOf = (entity_id: string, more: object = {}) => ({ ...anEntry(entity_id), ...more });

  test("takes one statement with one value, whatever its cells hold", async () => {
    const details = { words: "a 'quoted' one", list: [null, 1], deep: { at: "\\ud83d" } };
    const rows = [entryOf("list a", { details }), entryOf("list b", { customer_id: null })];
    const { statements } = await statementsOf(() => insertList(db, audit_log, rows));
    expect(statements).toHaveLength(1);
    expect((await stored("list a")).entry).toMatchObject(rows[0] ?? {});
    expect((await stored("list b")).entry).toMatchObject(rows[1] ?? {});
  });

  test("leaves out rows in conflict where it is told so, and returns the others", async () => {
    const more = sql`on conflict do nothing returning id`;
    const features = ["Inside", '{out, "too"}'];
    const rows = [{ ...aService("sills"), features }, aService("sills"), aService("frames")];
    // A column that one row has needs a value in all.
    const whole = rows.map((row) => ({ features: [], ...row }));
    expect(await insertList(db, services, whole, more)).toEqual([{ id: "sills" }, { id: "frames" }]);
    expect((await stored("sills")).service).toMatchObject({ features, visit_minutes: 180 });
    expect((await stored("frames")).service).toMatchObject({ features: [] });
  });

  test("stores half an emoji as the replacement character", async () => {
    const half = { ...aService("halves"), title: "Windows \ud83d" };
    await insertList(db, services, [half]);
    expect((await stored("halves")).service).toMatchObject({ title: "Windows \ufffd" });
  });
});
