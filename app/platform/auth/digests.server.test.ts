import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../tests/support/ctx";
import { openDigests, readDigests, renewDigestKeys } from "./digests.server";
import { openVault } from "./vault.server";

const world = await testWorld();
const { pool, clear, ctx } = world;
const OLD = "an old secret of the tests, of 32 letters";
const NEW = "a new secret of the tests, of 32 letters.";
const under = (...secrets: [string, ...string[]]) => ({ ...ctx(), vault: openVault(...secrets) });
const keys = async () => (await pool.query("select * from digest_keys order by created_at")).rows;

beforeEach(clear);

test("a text has the same digest each time, and another one for each purpose and site", async () => {
  const digest = (await openDigests(under(OLD), "erasures"))("phone +16035550177");
  expect((await openDigests(under(OLD), "erasures"))("phone +16035550177")).toBe(digest);
  expect((await openDigests(under(OLD), "gift codes"))("phone +16035550177")).not.toBe(digest);
  await pool.query("delete from digest_keys");
  expect((await openDigests(under(OLD), "erasures"))("phone +16035550177")).not.toBe(digest);
});

test("two processes that need the first key at once make one", async () => {
  const made = await Promise.all([1, 2].map(() => openDigests(under(OLD), "erasures")));
  expect(new Set(made.map((digest) => digest("x"))).size).toBe(1);
  expect(await keys()).toHaveLength(1);
});

test("digests stay the same when the secret is replaced and the old one is forgotten", async () => {
  const digest = (await openDigests(under(OLD), "erasures"))("x");
  const renew = () => ctx().db.transaction((tx) => renewDigestKeys(tx, openVault(NEW, OLD)));
  expect(await renew()).toEqual({ renewed: 1, unreadable: 0 });
  expect(await renew()).toEqual({ renewed: 0, unreadable: 0 });
  expect((await openDigests(under(NEW), "erasures"))("x")).toBe(digest);
});

test("under an unknown secret a new key is made, and the old one counts again with its secret", async () => {
  const old = (await openDigests(under(OLD), "erasures"))("x");
  const fresh = (await openDigests(under(NEW), "erasures"))("x");
  expect(fresh).not.toBe(old);
  expect((await readDigests(under(NEW), "erasures"))("x")).toEqual([fresh]);
  expect(new Set((await readDigests(under(NEW, OLD), "erasures"))("x"))).toEqual(new Set([old, fresh]));
});

test("nothing is read or made before the first digest", async () => {
  expect((await readDigests(under(OLD), "erasures"))("x")).toEqual([]);
  expect(await keys()).toEqual([]);
});
