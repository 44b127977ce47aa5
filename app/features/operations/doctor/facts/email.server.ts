import { Resolver } from "node:dns/promises";
import { and, desc, eq, gt, max, notInArray } from "drizzle-orm";
import { mails } from "~/db/schema/mail";
import { HELD, HELD_ALL } from "~/features/notifications/email/hold.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Database } from "~/platform/database/database.server";
import type { Finding } from "../check";
import {
  checkDkim,
  checkDmarc,
  checkMx,
  checkSender,
  checkSent,
  checkServer,
  checkSpf,
  type DkimKeys,
  dmarcNames,
  ownDomain,
  type SentFacts,
  USUAL_SELECTORS,
} from "../email";
import { readSelector } from "../save.server";
import { type CheckKind, type LimitedWorld, type Outside, shared } from "./define.server";

/** Milliseconds for one try of a name server. */
const DNS_TRY_MS = 2_500;
const WEEK = { hours: 7 * 24 };

/** Checks of the mail server and of the sender's domain in the DNS. Only that domain is looked up. */
export function emailChecks({ db, site, clock, outside, signal }: LimitedWorld): CheckKind[] {
  const group = "email" as const;
  const dns = resolverFor(outside, signal);
  const sending = shared(async () => {
    const settings = await readSettings({ db });
    const contact = settings["general.contact_email"];
    return {
      server: settings["email.smtp_host"] || site.smtpHost,
      from: (settings["email.from_email"] || site.mailFrom || contact).replace(/^.*<|>$/g, ""),
      contact,
    };
  });
  const ofDomain =
    (look: (domain: string) => Promise<Finding>): CheckKind["look"] =>
    async () => {
      const domain = ownDomain((await sending()).from);
      return domain === null ? null : look(domain);
    };
  return [
    { id: "mail-server", group, title: "Mail server", look: async () => checkServer(await sending()) },
    {
      id: "sent",
      group,
      title: "Emails of late",
      look: async () => checkSent(await readSent(db, clock()), clock()),
    },
    { id: "sender", group, title: "Sender", look: async () => checkSender(await sending()) },
    {
      id: "mx",
      group,
      title: "Answers arrive (MX)",
      look: ofDomain(async (domain) => {
        const found = await orNone(dns.resolveMx(domain));
        const hosts = found.toSorted((one, other) => one.priority - other.priority);
        return checkMx(
          domain,
          hosts.map(({ exchange }) => exchange),
        );
      }),
    },
    {
      id: "spf",
      group,
      title: "Who may send (SPF)",
      look: ofDomain(async (domain) => checkSpf(domain, await texts(dns, domain), (await sending()).server)),
    },
    {
      id: "dkim",
      group,
      title: "Signature (DKIM)",
      look: ofDomain(async (domain) => {
        const entered = await readSelector(db);
        const keys = await readKeys(dns, domain, entered ? [entered] : USUAL_SELECTORS);
        return checkDkim(domain, keys, entered);
      }),
    },
    {
      id: "dmarc",
      group,
      title: "Forged email (DMARC)",
      look: ofDomain(async (domain) =>
        checkDmarc(domain, await readDmarc(dns, domain), (await sending()).contact),
      ),
    },
  ];
}

function resolverFor(outside: Outside | undefined, signal: AbortSignal): Resolver {
  const dns = new Resolver({ timeout: DNS_TRY_MS, tries: 2 });
  if (outside?.nameServers) dns.setServers(outside.nameServers);
  signal.addEventListener("abort", () => dns.cancel());
  return dns;
}

/** No records, where the name or the record doesn't exist. */
async function orNone<Row>(asked: Promise<Row[]>): Promise<Row[]> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTFOUND" || error.code === "ENODATA") return [];
    throw error;
  });
}

/** The TXT records of a name, the parts of each joined. */
async function texts(dns: Resolver, name: string): Promise<string[]> {
  return (await orNone(dns.resolveTxt(name))).map((parts) => parts.join(""));
}

async function readKeys(dns: Resolver, domain: string, selectors: readonly string[]): Promise<DkimKeys> {
  const found = await Promise.all(
    selectors.map(async (selector) =>
      (await texts(dns, `${selector}._domainkey.${domain}`)).map((text) => ({ selector, text })),
    ),
  );
  return found.flat();
}

/** The records of the first of these names that has any: a parent's holds for its subdomains. */
async function readDmarc(dns: Resolver, domain: string): Promise<string[]> {
  for (const name of dmarcNames(domain)) {
    const found = await texts(dns, name);
    if (found.length > 0) return found;
  }
  return [];
}

/** Failed emails that are looked at one by one. */
const MAX_FAILED = 50;

async function readSent(db: Database, now: Temporal.Instant): Promise<SentFacts> {
  const [sent] = await db
    .select({ last: max(mails.sent_at) })
    .from(mails)
    .where(eq(mails.status, "sent"));
  const last = sent?.last ?? null;
  const isFailed = and(
    eq(mails.status, "failed"),
    notInArray(mails.error, [HELD, HELD_ALL]),
    gt(mails.created_at, now.subtract(WEEK)),
  );
  const failed = await db.$count(mails, isFailed);
  const since = await db
    .select({ recipient: mails.recipient, error: mails.error })
    .from(mails)
    .where(and(isFailed, last ? gt(mails.created_at, last) : undefined))
    .orderBy(desc(mails.created_at))
    .limit(MAX_FAILED);
  return { last, failed, since };
}
