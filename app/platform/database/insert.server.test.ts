import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { audit_log } from "~/db/schema/audit";
import { services } from "~/db/schema/catalog";
import { testWorld } from "../../../tests/support/ctx";
import { watchStatements } from "../../../tests/support/statements";
import { insertRows, rowOf } from "./insert.server";

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
