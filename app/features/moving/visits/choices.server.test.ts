import { beforeEach, describe, expect, test } from "vitest";
import { startCommit } from "~/features/moving/commit.server";
import { chooseValues } from "~/features/moving/mapping.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { ahead, aVisit, CUSTOMERS, visitsFile } from "../../../../tests/support/imported-visits";
import { dryRun, importFile, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, queues, clear, clock } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
});

const dry = (...rows: string[][]) => dryRun(world, staff(), visitsFile(...rows));
const unknownOf = async (id: string) => (await viewOf(staff(), id)).unknown.map(({ value }) => value);
const crews = async () =>
  (await pool.query("select c.name from bookings b left join crews c on c.id = crew_id order by starts_at"))
    .rows;
const addCrew = async (name: string): Promise<string> =>
  (await pool.query("insert into crews (name, sort_order) values ($1, 99) returning id", [name])).rows[0].id;
const commit = async (id: string) => {
  expect(await startCommit(staff(), id)).toEqual({ ok: true });
  await queues.run("commit-import");
};

/** A dry run of a visit of “Team Blue”, which was chosen to be this crew. */
async function chosen(crew_id: string): Promise<string> {
  const id = await dry(ahead({ Team: "Team Blue" }));
  const fields = { choice_0_value: "Team Blue", choice_0: crew_id };
  expect(await chooseValues(staff(), { id, fields })).toEqual({ ok: true });
  await queues.run("check-import");
  return id;
}

describe("a crew that was chosen for a value of the file", () => {
  test.each([
    ["is gone", "delete from crews where id = $1"],
    ["works here no more", "update crews set is_active = false where id = $1"],
  ])("is asked for again in the next file, once it %s", async (_how, query) => {
    const blue = await addCrew("Blue crew");
    expect(await unknownOf(await chosen(blue))).toEqual([]);
    await pool.query(query, [blue]);
    expect(await unknownOf(await dry(ahead({ Team: "Team Blue" })))).toEqual(["Team Blue"]);
  });

  test("isn’t asked for again where the choice was no crew", async () => {
    expect(await unknownOf(await chosen("none"))).toEqual([]);
    expect(await unknownOf(await dry(ahead({ Team: "Team Blue" })))).toEqual([]);
  });

  test("and is gone by the import leaves its visits without a crew, and their rows say so", async () => {
    const blue = await addCrew("Blue crew");
    const id = await chosen(blue);
    await pool.query("delete from crews where id = $1", [blue]);
    await commit(id);
    expect(await crews()).toEqual([{ name: null }]);
    expect((await viewOf(staff(), id)).rows[0]?.reason).toBe(
      "Its crew works here no more: scheduled without a crew.",
    );
  });
});

test("a crew that was renamed after the dry run comes all the same", async () => {
  await addCrew("Blue crew");
  const id = await dry(ahead({ Team: "Blue crew" }));
  await pool.query("update crews set name = 'Sky crew' where name = 'Blue crew'");
  await commit(id);
  expect(await crews()).toEqual([{ name: "Sky crew" }]);
});

test("a crew of visits that took place is not asked for", async () => {
  expect(await unknownOf(await dry(aVisit({ Team: "Team of before" }), ahead()))).toEqual([]);
});

test("a service that was renamed after the dry run leaves its row out, and says what to do", async () => {
  const id = await dry(ahead());
  await pool.query("update services set title = 'Weekly cleaning' where id = 'regular-cleaning'");
  await commit(id);
  await pool.query("update services set title = 'Regular Cleaning' where id = 'regular-cleaning'");
  expect((await viewOf(staff(), id)).rows[0]?.reason).toBe(
    "Left out: the service “Regular Cleaning” is not one of yours any more. Import the file again to choose which it is.",
  );
});
