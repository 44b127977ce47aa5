import {
  broken,
  command,
  counted,
  type Finding,
  formatAgo,
  good,
  page,
  setting,
  todo,
  unknown,
} from "./check";

const GIGABYTE = 1_000_000_000;
/** Seconds. Two-factor codes and Stripe's signatures bear no more than this. */
const LATE = 30;
const WRONG = 5;
/** Seconds that a job may wait for a worker. */
const MAX_WAIT = 300;
/** Whoever does background work looks at the clock twice a minute. */
const IDLE = { minutes: 5 };

/** Where the secret is that signs and seals. */
export function checkSecret({
  place,
  folder,
}: {
  place: "environment" | "folder" | "none";
  folder: string;
}): Finding {
  if (place === "environment")
    return good(
      "APP_SECRET is set. Keep a copy somewhere else: without it, a restored site can't read its stored passwords.",
    );
  if (place === "none")
    return todo("The site has no secret yet. It makes one at its first start.", command("npm start"));
  return todo(
    "The secret is only in the data folder. Keep a copy in your password manager, or set it for the process.",
    command(`cat ${folder}/secret`),
  );
}

export type DatabaseFacts = { embedded: boolean; user: "owner" | "site" | "superuser" };

/** Whether the database is one for a real site, and the site's user has few rights. */
export function checkDatabase({ embedded, user }: DatabaseFacts): Finding {
  if (embedded)
    return todo(
      "The site uses its embedded database, which begins with the demo company. A real site needs a PostgreSQL of its own.",
      setting("DATABASE_URL=postgres://whitebirch:password@127.0.0.1:5432/whitebirch"),
    );
  if (user === "superuser")
    return broken(
      "The site's database user is a superuser: an error in the site could reach the whole server.",
      command("sudo -u postgres psql -c 'alter role whitebirch nosuperuser'"),
    );
  if (user === "owner")
    return todo(
      "One database user does everything. With a second one for daily work, nobody can remove the audit trail through the site. Create it. Then set DATABASE_URL to the new one and DATABASE_OWNER_URL to the present one.",
      command("sudo -u postgres createuser --pwprompt whitebirch_site"),
    );
  return good("The site's database user can only read and write rows.");
}

/** `seen`: when a process that does background work last gave a sign. */
export type JobFacts = { oldest: Temporal.Instant | null; seen: Temporal.Instant | null; failed: number };

/** Whether background work is done. */
export function checkJobs({ oldest, seen, failed }: JobFacts, now: Temporal.Instant): Finding {
  const wait = oldest ? now.since(oldest).total("seconds") : 0;
  const isIdle = !seen || Temporal.Instant.compare(seen.add(IDLE), now) < 0;
  if (isIdle)
    return broken(
      `Nobody does the background work${seen ? ` (last done ${formatAgo(seen, now)})` : ""}: no email goes out. Start the site, or a worker.`,
      command("sudo systemctl enable --now white-birch"),
    );
  if (wait > MAX_WAIT)
    return broken(
      `The oldest background work has waited for ${counted(Math.round(wait / 60), "minute")}.`,
      page("Background work", "/admin/mail"),
    );
  if (failed > 0)
    return todo(
      `${counted(failed, "job")} failed for good in the last day.`,
      page("Background work", "/admin/mail"),
    );
  return good("Background work is done as it comes.");
}

/** Whether there is room. Bytes. */
export function checkSpace({
  free,
  total,
  folder,
}: {
  free: number;
  total: number;
  folder: string;
}): Finding {
  const left = `${(free / GIGABYTE).toFixed(1)} GB of ${Math.round(total / GIGABYTE)} GB are free for ${folder}.`;
  if (free < GIGABYTE)
    return broken(`${left} The site stops when the disk is full.`, command(`du -sh ${folder}/*`));
  if (free < 5 * GIGABYTE)
    return todo(`${left} Backups and photos need more soon.`, command(`du -sh ${folder}/*`));
  return good(left);
}

/** `drift`: how many seconds this clock is ahead of the other one. */
export function checkClock({ drift, other }: { drift: number; other: string }): Finding {
  const off = Math.abs(drift);
  const says = `The server's clock is ${counted(Math.round(off), "second")} ${drift > 0 ? "ahead of" : "behind"} ${other}.`;
  const mend = command("sudo timedatectl set-ntp true");
  if (off >= LATE) return broken(`${says} Sign-in codes and payments are then refused.`, mend);
  if (off >= WRONG) return todo(says, mend);
  return good(`The server's clock agrees with ${other}.`);
}

/** What can't be compared without a connection. */
export const clockUnknown = (other: string): Finding =>
  unknown(`${other} gave no time to compare with.`, command("timedatectl"));
