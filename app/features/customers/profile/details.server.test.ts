import { beforeEach, describe, expect, test } from "vitest";
import { auditOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aUser } from "../../../../tests/support/visits";
import { readProfile, updateProfile } from "./queries.server";

const { pool, ctx, clock, clear } = await testWorld();

const ADA = { first_name: "Ada", last_name: "Lovelace", phone: "(603) 555-0199" };
let ada: Awaited<ReturnType<typeof someone>>;

async function someone(email: string) {
  const actor = await aUser(pool, email);
  return () => ({ ...ctx(), actor });
}

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  ada = await someone("ada@mail.example");
});

describe("a profile", () => {
  test("is changed for its owner only, together with the account's name", async () => {
    const eve = await someone("eve@mail.example");
    expect(await updateProfile(ada(), ADA)).toEqual({ ok: true });
    expect(await readProfile(ada())).toMatchObject(ADA);
    expect(await readProfile(eve())).toMatchObject({ first_name: null, phone: null });
    const { rows } = await pool.query("select name, email from users order by email");
    expect(rows[0]).toEqual({ name: "Ada Lovelace", email: "ada@mail.example" });
    expect(await auditOf(pool, ada().actor.id)).toEqual(["profile.updated"]);
  });

  test("can be cleared", async () => {
    await updateProfile(ada(), ADA);
    await updateProfile(ada(), { first_name: "", last_name: "", phone: "" });
    expect(await readProfile(ada())).toMatchObject({ first_name: null, last_name: null, phone: null });
  });

  test("can't be changed if another window was faster, and can with the new version", async () => {
    const { version } = await readProfile(ada());
    await updateProfile(ada(), { ...ADA, version });
    const late = await updateProfile(ada(), { ...ADA, first_name: "Augusta", version });
    expect(late).toMatchObject({ ok: false, reason: "changed", current: { first_name: "Ada" } });
    expect(await readProfile(ada())).toMatchObject({ first_name: "Ada" });
    if (late.ok) throw new Error("It was not refused");
    const again = { ...ADA, first_name: "Augusta", version: late.current.version };
    expect(await updateProfile(ada(), again)).toEqual({ ok: true });
    expect(await readProfile(ada())).toMatchObject({ first_name: "Augusta" });
  });
});
