import { beforeEach, describe, expect, test } from "vitest";
import { openCode, renewCodes } from "~/features/customers/codes/save.server";
import { renewWebhooks } from "~/features/integrations/webhooks/save.server";
import { secretLocation } from "~/features/integrations/webhooks/sign.server";
import { readSecret, renewSettings } from "~/features/operations/settings/secrets.server";
import type { Database } from "~/platform/database/database.server";
import { setSetting } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { temporaryFolder } from "../../../tests/support/temporary-folder";
import { readAppSecret, readAppSecrets } from "./app-secret.server";
import { type Renewal, rotateCommand } from "./rotate-secret.server";
import { openVault } from "./vault.server";

const { db, pool, clock, clear } = await testWorld();
const WEBHOOK = "0b8f3a52-0000-4000-8000-000000000001";
const [OLD, NEW] = ["o".repeat(40), "n".repeat(40)] as [string, string];

beforeEach(clear);

const parts = [
  (tx: Database, { vault }: Renewal) => renewSettings(tx, vault),
  (tx: Database, { vault }: Renewal) => renewWebhooks(tx, vault),
  (tx: Database, { vault }: Renewal) => renewCodes(tx, vault),
];

type Given = { appSecret?: string; oldAppSecrets?: string[]; dataDir?: string };

/** Runs the command and returns what it prints. */
async function rotate(
  { appSecret, oldAppSecrets = [], dataDir = "/nowhere" }: Given,
  renewals: Parameters<typeof rotateCommand>[1] = parts,
) {
  const lines: string[] = [];
  const env = { appSecret, oldAppSecrets, dataDir };
  await rotateCommand({ db, now: clock.now, env }, renewals, (line) => lines.push(line));
  return lines.join("\n");
}

async function store(secret: string) {
  const vault = openVault(secret);
  await setSetting(pool, "email.smtp_pass", vault.seal("hunter2", "email.smtp_pass"));
  await pool.query("update admin_settings set updated_at = '2026-05-01T00:00:00Z'");
  await pool.query(
    "insert into webhooks (id, url, secret, events) values ($1, 'https://a.example/', $2, '[]')",
    [WEBHOOK, vault.seal("whsec_1", secretLocation(WEBHOOK))],
  );
}

/** What opens under these secrets. */
async function opened(...secrets: [string, ...string[]]) {
  const vault = openVault(...secrets);
  const { rows } = await pool.query("select secret from webhooks");
  return [
    await readSecret({ db, vault }, "email.smtp_pass").catch(() => null),
    vault.open(rows[0].secret, secretLocation(WEBHOOK)),
  ];
}

const BOTH = ["hunter2", "whsec_1"];

describe("with APP_SECRET in the environment", () => {
  test("everything that an old secret sealed opens under the new one alone", async () => {
    await store(OLD);
    expect(await opened(NEW)).toEqual([null, null]);
    expect(await opened(NEW, OLD)).toEqual(BOTH);
    const said = await rotate({ appSecret: NEW, oldAppSecrets: [OLD] });
    expect(said).toContain("2 stored secrets were sealed anew");
    expect(said).toContain("Restart every process that does not have the new APP_SECRET yet");
    expect(said).toContain("must sign in again");
    expect(said).not.toMatch(/o{40}|n{40}|hunter2/);
    expect(await opened(NEW)).toEqual(BOTH);
    const { rows } = await pool.query("select action, details from audit_log");
    expect(rows).toEqual([{ action: "site.secret_rotated", details: { renewed: 2, unreadable: 0 } }]);
    expect((await pool.query("select updated_at from admin_settings")).rows[0].updated_at).toEqual(
      new Date("2026-05-01T00:00:00Z"),
    );
  });

  test("a second run changes nothing", async () => {
    await store(OLD);
    await rotate({ appSecret: NEW, oldAppSecrets: [OLD] });
    const before = await pool.query("select value from admin_settings union all select secret from webhooks");
    expect(await rotate({ appSecret: NEW, oldAppSecrets: [OLD] })).toContain("0 stored secrets");
    const after = await pool.query("select value from admin_settings union all select secret from webhooks");
    expect(after.rows).toEqual(before.rows);
    expect((await pool.query("select from audit_log")).rowCount).toBe(1);
  });

  test("one secret alone changes nothing and says how to replace it", async () => {
    await store(OLD);
    const said = await rotate({ appSecret: OLD });
    expect(said).toContain("Nothing was rotated");
    expect(said).toContain("Set APP_SECRET_OLD to the present APP_SECRET");
    expect(await opened(OLD)).toEqual(BOTH);
  });

  test("what opens under no secret stays and is reported", async () => {
    await store("u".repeat(40));
    expect(await rotate({ appSecret: NEW, oldAppSecrets: [OLD] })).toContain(
      "2 stored secrets open under none of the secrets and stay as they are",
    );
    expect(await opened("u".repeat(40))).toEqual(BOTH);
  });

  test("stopped halfway, it has changed nothing in the database", async () => {
    await store(OLD);
    const killed = async () => {
      throw new Error("killed");
    };
    await expect(rotate({ appSecret: NEW, oldAppSecrets: [OLD] }, [...parts, killed])).rejects.toThrow(
      "killed",
    );
    expect(await opened(OLD)).toEqual(BOTH);
    await rotate({ appSecret: NEW, oldAppSecrets: [OLD] });
    expect(await opened(NEW)).toEqual(BOTH);
  });
});

test("entry codes are sealed anew too, and open under the new secret alone", async () => {
  const { rows: homes } = await pool.query(
    `insert into properties (property_type, address_line1, city, state, zip_code)
     values ('residential', '1 Elm', 'Concord', 'NH', '03301') returning id`,
  );
  const [id, property_id] = [WEBHOOK, homes[0].id];
  const sealed = openVault(OLD).of("entry codes").seal("4711", `entry_codes.${property_id}.${id}`);
  const row = [id, property_id, sealed];
  await pool.query(
    "insert into entry_codes (id, property_id, kind, label, sealed) values ($1, $2, 'code', 'Lockbox', $3)",
    row,
  );
  expect(await rotate({ appSecret: NEW, oldAppSecrets: [OLD] })).toContain("1 stored secret was sealed anew");
  const { rows: codes } = await pool.query("select id, property_id, sealed from entry_codes");
  expect(openCode(openVault(NEW), codes[0])).toBe("4711");
  expect(openCode(openVault(OLD), codes[0])).toBeNull();
});

describe("with the secret in the data folder", () => {
  const readIn = (dataDir: string) => readAppSecrets({ dataDir, appSecret: undefined, oldAppSecrets: [] });

  test("there is a new one, under which everything is sealed", async () => {
    const dataDir = await temporaryFolder();
    const first = await readAppSecret(dataDir);
    await store(first);
    const said = await rotate({ dataDir });
    const [newest, ...old] = await readIn(dataDir);
    expect(old).toEqual([first]);
    expect(await opened(newest)).toEqual(BOTH);
    expect(said).toContain(`${dataDir}/secret.old`);
    expect(said).toContain("until it is restarted");
    for (const secret of [first, newest]) expect(said).not.toContain(secret);
  });

  test("killed after the new secret was written, everything opens, and a second run finishes", async () => {
    const dataDir = await temporaryFolder();
    await store(await readAppSecret(dataDir));
    const killed = async () => {
      throw new Error("killed");
    };
    await expect(rotate({ dataDir }, [killed])).rejects.toThrow("killed");
    expect(await opened(...(await readIn(dataDir)))).toEqual(BOTH);
    await rotate({ dataDir });
    expect(await opened((await readIn(dataDir))[0])).toEqual(BOTH);
  });
});
