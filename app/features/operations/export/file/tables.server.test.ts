import { describe, expect, test } from "vitest";
import { SECRETS } from "~/features/operations/settings/settings";
import { testWorld } from "../../../../../tests/support/ctx";
import { formOf, wordsOf } from "./columns";
import { readSheets } from "./rows.server";
import { EXPORTED, LEFT_OUT, OWN_SETTINGS } from "./tables";

const { db, pool } = await testWorld();

const columnsOf = async () => {
  const { rows } = await pool.query<{
    name: string;
    column: string;
    refers: string | null;
    generated: boolean;
  }>(`
    select c.relname as name, a.attname as column, a.attgenerated <> '' as generated, (
      select r.relname from pg_constraint f join pg_class r on r.oid = f.confrelid
      where f.contype = 'f' and f.conrelid = c.oid and f.conkey = array[a.attnum]::int2[] limit 1) as refers
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, 2`);
  return rows;
};

describe("what goes into an export", () => {
  test("names every table of the schema once: exported, or left out with a reason", async () => {
    const tables = [...new Set((await columnsOf()).map(({ name }) => name))].sort();
    expect([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].sort()).toEqual(tables);
    for (const [name, { why }] of Object.entries(LEFT_OUT)) expect(why, name).toMatch(/\w/);
    const files = Object.values(EXPORTED).map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
  });

  test("has every column of these tables, but those that are left out and those that are computed", async () => {
    const exported = (await readSheets(db)).flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}`),
    );
    const expected = (await columnsOf())
      .filter(
        ({ name, column, generated }) => EXPORTED[name] && !EXPORTED[name].without?.[column] && !generated,
      )
      .map(({ name, column }) => `${name}.${column}`);
    expect(exported.sort()).toEqual(expected.sort());
  });

  test("describes every column in words", async () => {
    const known = new Map((await columnsOf()).map((one) => [`${one.name}.${one.column}`, one.refers]));
    for (const { name, columns } of await readSheets(db))
      for (const { name: column, type } of columns) {
        const refers = EXPORTED[known.get(`${name}.${column}`) ?? ""]?.file;
        expect(wordsOf(name, column, refers), `${name}.${column}`).toBeTruthy();
        expect(formOf(type)).toBeTruthy();
      }
  });

  test("points to nothing that is left out", async () => {
    const dangling = (await columnsOf()).filter(
      ({ name, column, refers }) =>
        EXPORTED[name] && !EXPORTED[name].without?.[column] && refers && !EXPORTED[refers],
    );
    expect(dangling).toEqual([]);
  });

  test("names columns that exist where it leaves one out", async () => {
    const columns = new Set((await columnsOf()).map(({ name, column }) => `${name}.${column}`));
    for (const [name, { without = {} }] of Object.entries(EXPORTED))
      for (const column of Object.keys(without)) expect(columns).toContain(`${name}.${column}`);
  });

  test("keeps every secret setting here", () => {
    expect(OWN_SETTINGS).toEqual(expect.arrayContaining([...SECRETS]));
  });
});
