import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { findCallers } from "./find.server";

const world = await testWorld();
const { pool, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
  await person("margaret@mail.example", "Margaret", "Hamilton", "(603) 555-0142");
});

async function person(email: string, first: string, last: string, phone: string) {
  const { rows } = await pool.query("insert into users (name, email) values ($1, $2) returning id", [
    `${first} ${last}`,
    email,
  ]);
  await pool.query("update profiles set first_name = $2, last_name = $3, phone = $4 where id = $1", [
    rows[0].id,
    first,
    last,
    phone,
  ]);
}

const found = async (q: string) => (await findCallers(staff(), q)).map(({ email }) => email);

describe("who calls", () => {
  test.each([
    "hamil",
    "margaret ham",
    "6035550142",
    "603-555-0142",
    "(603) 555",
    "0142",
    "margaret@mail",
    "MARGARET@MAIL.EXAMPLE",
  ])("is found by %s", async (q) => {
    expect(await found(q)).toEqual(["margaret@mail.example"]);
  });

  test.each(["", "m", "hamlet", "6035550143", "%%"])("is not found by %j", async (q) => {
    expect(await found(q)).toEqual([]);
  });

  test("is one of six, by name", async () => {
    for (const name of ["Eve", "Dan", "Cleo", "Bob", "Ann", "Fay", "Gus"])
      await person(`${name}@mail.example`, name, "Birch", "");
    expect((await findCallers(staff(), "birch")).map(({ name }) => name)).toEqual(
      ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"].map((name) => `${name} Birch`),
    );
  });
});
