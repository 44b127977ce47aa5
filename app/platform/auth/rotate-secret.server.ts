import { recordAudit } from "~/platform/audit.server";
import type { Database } from "~/platform/database/database.server";
import type { Env } from "~/platform/env.server";
import { oldSecretsFile, readAppSecrets, replaceAppSecret, type Secrets } from "./app-secret.server";
import { openVault, type Renewed, type Vault } from "./vault.server";

export type Renewal = { secrets: Secrets; vault: Vault };

/** Seals what one part of the site has stored anew under the newest secret. */
type RenewPart = (tx: Database, renewal: Renewal) => Promise<Renewed>;

type World = {
  db: Database;
  now: Temporal.Instant;
  env: Pick<Env, "appSecret" | "oldAppSecrets" | "dataDir">;
};

/**
 * `npm run rotate-secret`: makes a new secret, unless it comes from the environment, and seals all stored secrets under the
 * newest one in one transaction. The old ones are still read, so it may stop anywhere and run again.
 */
export async function rotateCommand(
  { db, now, env }: World,
  parts: readonly RenewPart[],
  print: (line: string) => void,
): Promise<void> {
  if (!env.appSecret) {
    await replaceAppSecret(env.dataDir);
    print(
      `A new secret is in ${env.dataDir}/secret. The one before it is in ${oldSecretsFile(env.dataDir)} and is still read.`,
    );
  }
  const secrets = await readAppSecrets(env);
  const renewal = { secrets, vault: openVault(...secrets) };
  const { renewed, unreadable } = await db.transaction(async (tx) => {
    const total = { renewed: 0, unreadable: 0 };
    for (const part of parts) {
      const outcome = await part(tx, renewal);
      total.renewed += outcome.renewed;
      total.unreadable += outcome.unreadable;
    }
    if (!env.appSecret || total.renewed > 0)
      await recordAudit(
        tx,
        { actor: { kind: "system" }, now },
        { action: "site.secret_rotated", entity: "site", entity_id: "site", details: total },
      );
    return total;
  });
  print(
    renewed === 1
      ? "1 stored secret was sealed anew under the newest secret."
      : `${renewed} stored secrets were sealed anew under the newest secret.`,
  );
  if (unreadable > 0)
    print(
      `${unreadable} stored secrets open under none of the secrets and stay as they are. Add the missing secret to APP_SECRET_OLD and run this again, or enter them again.`,
    );
  for (const line of nextSteps(env, secrets)) print(line);
}

/** What to do next, in plain words. */
function nextSteps({ appSecret, dataDir }: World["env"], [, ...old]: Secrets): string[] {
  if (appSecret && old.length === 0)
    return [
      "Nothing was rotated, because there is one secret only. To replace it:",
      "1. Make a new one: openssl rand -hex 32",
      "2. Set APP_SECRET_OLD to the present APP_SECRET, and APP_SECRET to the new one, for every process.",
      "3. Restart all processes of the site.",
      "4. Run npm run rotate-secret again, with the same variables.",
    ];
  const kept = appSecret ? "APP_SECRET_OLD" : oldSecretsFile(dataDir);
  return [
    appSecret
      ? "Restart every process that does not have the new APP_SECRET yet: until then it can't read what was sealed anew."
      : "Start the site again: a process that ran before this uses the old secret until it is restarted.",
    `Links in emails and sessions from before stay valid as long as the old secret is in ${kept}.`,
    `Once you take it out and restart, those links no longer open, and people who have not been on the site since must sign in again.`,
    `Keep it somewhere safe as long as you keep backups from before. If it has leaked, take it out of ${kept} now.`,
  ];
}
