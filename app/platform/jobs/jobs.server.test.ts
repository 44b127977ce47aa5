import { describe, expect, test, vi } from "vitest";
import { testWorld } from "../../../tests/support/ctx";
import { placesOf } from "../../../tests/support/everywhere";
import { forgetJobs } from "./jobs.server";

const { pool, ctx, jobs, queues } = await testWorld();

test("the error of a failed job is not stored, because it may contain personal data", async () => {
  const run = async () => {
    throw new Error("mailbox of xqada@mail.example is full");
  };
  await jobs.start([{ name: "failing", run, retryLimit: 0 }]);
  await jobs.enqueue(ctx().db, "failing", {});
  await vi.waitFor(async () => {
    const { rows } = await pool.query("select state from pgboss.job where name = 'failing'");
    expect(rows).toEqual([{ state: "failed" }]);
  }, 10_000);
  expect(await placesOf(pool, "xqada")).toEqual([]);
});

test("jobs of one batch succeed or fail independently", async () => {
  const seen: unknown[] = [];
  let together = 0;
  let most = 0;
  const run = async ({ number }: Record<string, unknown>) => {
    together += 1;
    most = Math.max(most, together);
    await new Promise((passed) => setTimeout(passed, 50));
    together -= 1;
    seen.push(number);
    if (number === 2) throw new Error("not this one");
  };
  await jobs.start([{ name: "in-company", run, retryLimit: 0, atOnce: 3 }]);
  await ctx().db.transaction(async (tx) => {
    for (const number of [1, 2, 3, 4, 5]) await jobs.enqueue(tx, "in-company", { number });
  });
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      "select data ->> 'number' as number, state::text from pgboss.job where name = 'in-company' order by 1",
    );
    const states = ["completed", "failed", "completed", "completed", "completed"];
    expect(rows.map(({ state }) => state)).toEqual(states);
  }, 10_000);
  expect(seen.sort()).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(3);
});

describe("forgetting the jobs of an address", () => {
  test("deletes the jobs that contain it, finished or not, and no others", async () => {
    const { db } = ctx();
    const ask = (email: string) => jobs.enqueue(db, "password-reset-mail", { email, request_id: "1" });
    await ask("ada@mail.example");
    await queues.run("password-reset-mail");
    for (const email of ["Ada@mail.example", "ada@mail.example", "ada@mail.example.org", "xada@mail.example"])
      await ask(email);
    await jobs.enqueue(db, "close-checkout", { deep: [{ to: "ada@mail.example" }] });
    await forgetJobs(db, ["ada@mail.example"]);
    const { rows } = await pool.query(
      "select data ->> 'email' as email from pgboss.job where name not in ('failing', 'in-company') order by 1",
    );
    expect(rows).toEqual([{ email: "ada@mail.example.org" }, { email: "xada@mail.example" }]);
  });
});
