import { PgBoss } from "pg-boss";
import { describe, expect, inject, test } from "vitest";
import { prepareTables } from "~/platform/connect.server";
import { migrateDatabase } from "~/platform/migrations.server";
import { StartupError } from "~/platform/startup-error.server";
import { testWorld } from "../../../tests/support/ctx";
import { laterMigrations } from "../../../tests/support/later-migrations";
import { grantDailyWork } from "./grants.server";

const { pool, sitePool, siteUser, connection } = await testWorld();

/** What the site's user is told when it tries. */
const trying = (statement: string) =>
  sitePool.query(statement).then(
    () => "done",
    (error: Error) => error.message,
  );

test("the site's user owns nothing and is a member of no role", async () => {
  const { rows } = await sitePool.query(`
    select current_user as name, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication,
      (select count(*)::int from pg_class where relowner = r.oid) as tables,
      (select count(*)::int from pg_auth_members where member = r.oid) as roles
    from pg_roles r where rolname = current_user`);
  const nothing = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false };
  expect(rows).toEqual([
    { name: inject("postgres").site, ...nothing, rolreplication: false, tables: 0, roles: 0 },
  ]);
});

test.each([
  "drop table bookings",
  "truncate bookings cascade",
  "truncate audit_log",
  "alter table bookings add column more text",
  "alter table audit_log disable trigger user",
  "alter table audit_log disable trigger audit_log_append_only",
  "create index more on bookings (id)",
  "create trigger more before insert on bookings for each row execute function audit_log_is_append_only()",
  "create table more (id int)",
  "create function more() returns int language sql as 'select 1'",
  "create or replace function audit_log_is_append_only() returns trigger language plpgsql as 'begin return old; end'",
  "create schema more",
  "create extension pg_stat_statements",
  "drop schema pgboss cascade",
  "alter table pgboss.job add column more text",
  "create role more",
  "create database more",
  "update audit_log set actor = 'nobody'",
  "delete from audit_log",
  "insert into money_events default values",
  "update money_events set amount = 0",
  "delete from money_events",
  "update credit_transfers set reason = null",
  "delete from credit_transfers",
  "update credit_balances set amount = 0",
  "update drizzle.__drizzle_migrations set created_at = 0",
  "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 0)",
  "copy bookings to program 'true'",
  "select pg_read_file('/etc/passwd')",
  "set session_replication_role = replica",
])("it may not %s", async (statement) => {
  expect(await trying(statement)).toMatch(/permission denied|must be owner|must be superuser/);
});

describe("the site's user can", () => {
  test.each([
    "insert into audit_log (at, actor, action, entity, entity_id, details) values (now(), 'system', 'a.b', 'c', '1', '{}')",
    "select from audit_log",
    "select from money_events",
    "select from credit_balances",
    "update bookings set notes = notes",
    "delete from bookings",
    "update pgboss.queue set name = name",
    "select max(created_at) from drizzle.__drizzle_migrations",
  ])("%s", async (statement) => {
    expect(await trying(statement)).toBe("done");
  });

  test("create, fill, work and monitor queues, and notify others", async () => {
    const boss = new PgBoss({ ...siteUser, max: 2, schedule: false, supervise: false, reindex: false });
    const troubles: unknown[] = [];
    boss.on("error", (error) => troubles.push(error));
    await boss.start();
    await boss.createQueue("later", { notify: true, heartbeatSeconds: 60 });
    await boss.updateQueue("later", { retryLimit: 3 });
    await boss.schedule("later", "* * * * *");
    await boss.send("later", {});
    const [job] = await boss.fetch("later");
    await boss.complete("later", job?.id ?? "");
    await boss.supervise();
    await boss.stop({ graceful: false });
    expect(troubles).toEqual([]);
  });

  test("use the tables of a later migration once they are granted; nothing is granted twice", async () => {
    await migrateDatabase(pool, {
      folder: await laterMigrations("create table later (id serial, name text)"),
    });
    expect(await trying("insert into later (name) values ('one')")).toContain("permission denied");
    await grantDailyWork(pool, siteUser.user);
    expect(await trying("insert into later (name) values ('one')")).toBe("done");
    expect(await trying("update later set name = 'two'")).toBe("done");
    expect(await trying("truncate later")).toContain("permission denied");
    const acl = "select xmin::text from pg_class where relname in ('later', 'audit_log') order by relname";
    const { rows: before } = await pool.query(acl);
    await grantDailyWork(pool, siteUser.user);
    expect((await pool.query(acl)).rows).toEqual(before);
  });

  test("no longer use rights that were granted by hand", async () => {
    await pool.query(
      `grant update, truncate on audit_log to ${siteUser.user}; grant all on bookings to ${siteUser.user}`,
    );
    await grantDailyWork(pool, siteUser.user);
    expect(await trying("truncate audit_log")).toContain("permission denied");
    expect(await trying("update audit_log set actor = 'nobody'")).toContain("permission denied");
    expect(await trying("truncate bookings cascade")).toContain("permission denied");
  });
});

describe("a start is refused", () => {
  test("with the owner for both users", async () => {
    await expect(prepareTables({ site: { ...connection }, owner: connection })).rejects.toThrow(StartupError);
    await expect(prepareTables({ site: { ...connection }, owner: connection })).rejects.toThrow(
      "fewer rights",
    );
  });

  test("with two databases", async () => {
    const elsewhere = { ...siteUser, database: "postgres" };
    await expect(prepareTables({ site: elsewhere, owner: connection })).rejects.toThrow("the same database");
  });

  test("with a missing migration that the only user may not run", async () => {
    await pool.query("delete from drizzle.__drizzle_migrations");
    await expect(prepareTables({ site: siteUser, owner: siteUser })).rejects.toThrow(
      "Set DATABASE_OWNER_URL",
    );
  });
});
