import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer, bookAndPay } from "../../../../tests/support/customers";
import { readPersonalData } from "./queries.server";
import { scrub } from "./scrub.server";

const world = await testWorld();
const { pool, ctx, clear } = world;

beforeEach(clear);

test("staff notes about a customer's visits are in the export and are erased with the account", async () => {
  const ada = await aCustomer(world, "ada");
  const bob = await aCustomer(world, "bob");
  const visit = await bookAndPay(world, ada.ctx, "ada", { date: "2026-06-10" });
  const other = await bookAndPay(world, bob.ctx, "bob", { date: "2026-06-11" });
  await pool.query(
    `insert into staff_notes (booking_id, user_id, body) values ($1, null, 'Key under the birch'),
       (null, $2, 'Calls in the morning'), ($3, null, 'Of somebody else')`,
    [visit.id, ada.ctx.actor.id, other.id],
  );
  const personal = await readPersonalData(ada.ctx);
  expect(personal.staff_notes.map(({ body }) => body).sort()).toEqual([
    "Calls in the morning",
    "Key under the birch",
  ]);
  const { id, email } = ada.ctx.actor;
  await ctx().db.transaction((tx) =>
    scrub(tx, ctx(), { id, email, email_verified: true, plan_ids: [], booking_ids: [visit.id] }),
  );
  const { rows } = await pool.query("select body from staff_notes where booking_id is not null");
  expect(rows).toEqual([{ body: "Of somebody else" }]);
});
