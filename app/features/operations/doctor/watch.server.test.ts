import { beforeEach, describe, expect, test } from "vitest";
import { readEnv } from "~/platform/env.server";
import { siteFacts } from "~/platform/site-facts.server";
import { setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague } from "../../../../tests/support/staff";
import { broken, type Check, command, type Finding, good, page, todo, unknown } from "./check";
import { countBeforePublic, readBroken, recordReport, watchChecks } from "./watch.server";

const world = await testWorld();
const { pool, ctx, queues, clear, clock, dataDir } = world;

const CERTIFICATE = broken("The certificate of birch.com has expired.", command("systemctl restart caddy"));
const BACKUP = broken("The last backup failed.", page("Backups", "/admin/settings?tab=backups"));

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00.123456789Z"); // as exact as a real clock
  await aColleague(world, "owner", "Olga");
  await aColleague(world, "manager", "Max");
});

const check = (id: string, title: string, finding: Finding): Check => ({
  ...{ id, title, group: "machine" },
  ...finding,
});

/** Records what an hourly look found, and sends what is queued. */
async function found({ certificate = good("Valid."), backup = good("Made.") }: Record<string, Finding>) {
  clock.advance({ hours: 1 });
  const checks = [check("certificate", "Certificate (TLS)", certificate), check("backup", "Backups", backup)];
  await recordReport(ctx(), { at: clock.now, checks });
  await queues.run("checks-changed-mail");
}

async function mailed() {
  const { rows } = await pool.query(
    "select recipient, subject, text from mails order by created_at, subject",
  );
  return rows;
}

describe("owners", () => {
  test("get one email when a check breaks, with the command that mends it, and one when it is mended", async () => {
    await found({});
    await found({ certificate: CERTIFICATE });
    await found({ certificate: CERTIFICATE });
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipient: "olga@white-birch.example",
      subject: expect.stringMatching(/^Certificate \(TLS\): broken at /),
    });
    const text = mail.text.replace(/\s+/g, " ");
    expect(text).toMatch(/has expired\. Command: systemctl restart caddy/);
    expect(text).toContain("/admin/settings/going-live");
    expect(await readBroken(ctx())).toMatchObject([{ id: "certificate" }]);

    await found({});
    await found({});
    const subjects = (await mailed()).map(({ subject }) => subject.replace(/ at .*/, ""));
    expect(subjects).toEqual(["Certificate (TLS): broken", "Certificate (TLS): mended"]);
    expect(await readBroken(ctx())).toEqual([]);
  });

  test("get one email about all that changed in an hour, with addresses that work outside the office", async () => {
    await found({});
    await found({ certificate: CERTIFICATE });
    await found({ backup: BACKUP });
    await found({ backup: BACKUP, certificate: todo("It ends in 10 days.") });
    const [, mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail.subject).toMatch(/^Checks of the site: 1 broken, 1 mended at /);
    expect(mail.text).toContain("Backups: https://site.example/admin/settings?tab=backups");
  });

  test("hear nothing of what was broken from the first, and nothing again after a restart", async () => {
    await found({ certificate: CERTIFICATE });
    await found({ certificate: CERTIFICATE, backup: unknown("No answer.") });
    expect(await mailed()).toEqual([]);
    expect(await readBroken(ctx())).toEqual([]);
  });

  test("get no email about what is mended by the time it would be sent", async () => {
    await found({});
    await recordReport(ctx(), { at: clock.now, checks: [check("backup", "Backups", BACKUP)] });
    await pool.query("update watched_checks set state = 'good'");
    expect(await queues.run("checks-changed-mail")).toBe(1);
    expect(await mailed()).toEqual([]);
  });

  test("hear nothing of the end of what they never heard of: it was mended before its email went out", async () => {
    await found({});
    const report = (finding: Finding) =>
      recordReport(ctx(), { at: clock.now, checks: [check("backup", "Backups", finding)] });
    await report(BACKUP);
    clock.advance({ hours: 1 });
    await report(good("Made."));
    expect(await queues.run("checks-changed-mail")).toBe(2);
    expect(await mailed()).toEqual([]);
  });

  test("who became an owner since hears nothing of the end of what the others heard of", async () => {
    await found({});
    await found({ backup: BACKUP });
    await aColleague(world, "owner", "Nora");
    await found({});
    const recipients = (await mailed()).map(({ recipient }) => recipient);
    expect(recipients).toEqual(["olga@white-birch.example", "olga@white-birch.example"]);
  });
});

test("two reports at once tell of a break once", async () => {
  await found({});
  const report = { at: clock.now, checks: [check("backup", "Backups", BACKUP)] };
  await Promise.all([recordReport(ctx(), report), recordReport(ctx(), report)]);
  expect(await queues.run("checks-changed-mail")).toBe(1);
});

test("a check that no longer makes sense is forgotten", async () => {
  await found({});
  await found({ certificate: CERTIFICATE });
  await recordReport(ctx(), { at: clock.now, checks: [check("backup", "Backups", good("Made."))] });
  const { rows } = await pool.query("select id from watched_checks");
  expect(rows).toEqual([{ id: "backup" }]);
});

test("the dashboard counts what is broken or to do, and nothing in the demo", async () => {
  await found({ certificate: CERTIFICATE, backup: todo("There is no backup yet.") });
  expect(await countBeforePublic(ctx())).toBe(2);
  await setSetting(pool, "site.kind", "demo");
  expect(await countBeforePublic(ctx())).toBe(0);
  await found({});
  await setSetting(pool, "site.kind", "own");
  expect(await countBeforePublic(ctx())).toBe(2); // the demo's report was not kept
});

test("a company's own site is watched, the demo is not", async () => {
  const env = readEnv({ DATA_DIR: dataDir, TIME_URL: "http://127.0.0.1:9", ORIGIN: "https://site.example" });
  const here = { site: siteFacts(env), clock: () => clock.now };
  const kept = async () => (await pool.query("select id from watched_checks")).rows.map(({ id }) => id);
  await setSetting(pool, "site.kind", "demo");
  await watchChecks(ctx(), here);
  expect(await kept()).toEqual([]);
  await setSetting(pool, "site.kind", "own");
  await watchChecks(ctx(), here);
  expect(await kept()).toEqual(expect.arrayContaining(["origin", "backup", "jobs", "space"]));
  expect(await kept()).not.toContain("clock"); // nobody answers there
});
