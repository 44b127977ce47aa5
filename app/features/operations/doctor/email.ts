import {
  broken,
  counted,
  dnsRecord,
  type Finding,
  formatAgo,
  GOING_LIVE_PAGE,
  good,
  isReservedName,
  page,
  todo,
  unknown,
} from "./check";

const EMAIL_SETTINGS = page("Email settings", "/admin/settings?tab=email");
const EMAILS = page("Emails", "/admin/mail?status=failed");

/** Mailboxes for private people, whose domain only their provider can let others send for. */
const FREE_MAIL =
  /^(gmail\.com|googlemail\.com|yahoo\.com|ymail\.com|aol\.com|outlook\.com|hotmail\.com|live\.com|msn\.com|icloud\.com|me\.com|comcast\.net|gmx\.(com|net|de)|proton\.me|protonmail\.com)$/;

/** Providers by the name of their mail server: what their SPF must include, and their usual DKIM selectors. */
const PROVIDERS: { name: string; servers: RegExp; spf?: string; selectors: string[] }[] = [
  { name: "Google", servers: /(^|\.)(gmail|google)\.com$/, spf: "_spf.google.com", selectors: ["google"] },
  {
    name: "Microsoft",
    servers: /(^|\.)(office365|outlook)\.com$/,
    spf: "spf.protection.outlook.com",
    selectors: ["selector1", "selector2"],
  },
  {
    name: "Fastmail",
    servers: /(^|\.)fastmail\.com$/,
    spf: "spf.messagingengine.com",
    selectors: ["fm1", "fm2", "fm3"],
  },
  { name: "Zoho", servers: /(^|\.)zoho\.(com|eu)$/, selectors: ["zmail", "zoho"] },
  { name: "SendGrid", servers: /(^|\.)sendgrid\.net$/, selectors: ["s1", "s2"] },
  { name: "Mailgun", servers: /(^|\.)mailgun\.org$/, selectors: ["mailgun", "mg", "k1", "pic", "smtp"] },
  { name: "Mailchimp", servers: /(^|\.)mandrillapp\.com$/, selectors: ["mandrill", "mte1", "k2", "k3"] },
  { name: "Postmark", servers: /(^|\.)postmarkapp\.com$/, selectors: ["pm", "pm-bounces"] },
  { name: "Resend", servers: /(^|\.)resend\.com$/, selectors: ["resend"] },
  { name: "Brevo", servers: /(^|\.)(brevo|sendinblue)\.com$/, selectors: ["brevo1", "brevo2", "mail"] },
];

/** Selectors that are tried when none was entered. */
export const USUAL_SELECTORS: readonly string[] = [
  ...new Set([...PROVIDERS.flatMap(({ selectors }) => selectors), "default", "dkim"]),
];

/** A DKIM selector as DNS allows it. */
export const SELECTOR = /^(?!.*\.\.)[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i;

const afterAt = (address: string) => address.replace(/^.*@|>$/g, "").toLowerCase();

/** The domain of an email address whose DNS the company can change; null for the demo's and for free mailboxes. */
export function ownDomain(address: string): string | null {
  const domain = afterAt(address);
  return domain.includes(".") && !isReservedName(domain) && !FREE_MAIL.test(domain) ? domain : null;
}

/** Whether emails leave the site. `server`: the name of the mail server. */
export function checkServer({ server }: { server: string | null }): Finding {
  if (!server)
    return broken(
      "No mail server is set, so no email leaves the site: customers get no confirmation.",
      EMAIL_SETTINGS,
    );
  return good(`Emails leave through ${server}.`);
}

/**
 * `last`: when the last email was sent; `failed`: how many could not be sent within a week; `since`: those of them that were
 * written after the last one that was sent.
 */
export type SentFacts = {
  last: Temporal.Instant | null;
  failed: number;
  since: { recipient: string; error: string | null }[];
};

/** What a mail server says of one email or its address: a reply (RFC 5321), but not to the login or about the sender. */
const OF_ONE_EMAIL = /^(?!.*(Invalid login|Mail command failed)).*(^|: )[45]\d\d[ -]/s;
/** So many addresses in a row are not wrong by chance. */
const SEVERAL = 3;

/** Whether emails were sent lately. One address that fails says nothing about the mail server. */
export function checkSent({ last, failed, since }: SentFacts, now: Temporal.Instant): Finding {
  const lately = last ? `The last email was sent ${formatAgo(last, now)}.` : "No email was sent yet.";
  if (failed > 0) {
    const says = `${counted(failed, "email")} could not be sent in the last week. ${lately}`;
    const recipients = new Set(since.map(({ recipient }) => recipient.toLowerCase()));
    const fails = recipients.size >= SEVERAL || since.some(({ error }) => !OF_ONE_EMAIL.test(error ?? ""));
    return fails ? broken(says, EMAILS) : todo(says, EMAILS);
  }
  if (!last) return todo(`${lately} Send yourself a test email.`, EMAIL_SETTINGS);
  return good(lately);
}

/** Whether the sender can be the company. */
export function checkSender({ from }: { from: string }): Finding {
  const domain = afterAt(from);
  if (isReservedName(domain))
    return broken(`Emails come from ${from}, which can be nobody's address.`, EMAIL_SETTINGS);
  if (FREE_MAIL.test(domain))
    return todo(
      `Emails come from ${from}. Mailboxes distrust ${domain} when another server sends for it: use an address of your own domain.`,
      EMAIL_SETTINGS,
    );
  return good(`Emails come from ${from}.`);
}

/** Whether answers to emails arrive. `hosts`: the domain's mail servers. */
export function checkMx(domain: string, hosts: string[]): Finding {
  const real = hosts.filter((host) => host !== "" && host !== ".");
  if (real.length > 0) return good(`Answers to ${domain} go to ${real[0]}.`);
  return broken(
    `${domain} receives no email, so customers can't answer. Add the MX record that your mailbox's provider tells you.`,
    dnsRecord(`${domain}. MX 10 mail.your-provider.com.`),
  );
}

/** Whether the domain says who may send for it. `texts`: its TXT records; `server`: the mail server's name. */
export function checkSpf(domain: string, texts: string[], server: string | null): Finding {
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text.trim()));
  const provider = PROVIDERS.find(({ servers }) => servers.test(server ?? ""));
  const include = provider?.spf ?? "spf.your-mail-provider.com";
  const [record] = records;
  if (!record)
    return broken(
      `${domain} doesn't say who may send its email (SPF), so mailboxes put it into spam.`,
      dnsRecord(`${domain}. TXT "v=spf1 include:${include} ~all"`),
    );
  if (records.length > 1)
    return broken(
      `${domain} has ${records.length} SPF records, and mailboxes then ignore them all. Keep one.`,
      dnsRecord(`${domain}. TXT "v=spf1 include:${include} ~all"`),
    );
  if (/(^|\s)\+?all(\s|$)/i.test(record))
    return broken(
      `The SPF record of ${domain} lets everybody send in its name. End it with ~all.`,
      dnsRecord(`${domain}. TXT "${record.replace(/\s\+?all(?=\s|$)/i, " ~all")}"`),
    );
  if (provider?.spf && !record.toLowerCase().includes(provider.spf)) {
    const better = record.replace(/^v=spf1/i, `v=spf1 include:${provider.spf}`);
    return broken(
      `The SPF record of ${domain} doesn't name ${provider.name}, which sends your email.`,
      dnsRecord(`${domain}. TXT "${better}"`),
    );
  }
  return good(`${domain} says who may send its email: ${record}`);
}

/** What was found at the selectors of a domain: each with the text of its record. */
export type DkimKeys = { selector: string; text: string }[];

/** Whether receivers can verify signed emails. `entered`: the selector from the page; empty if none. */
export function checkDkim(domain: string, keys: DkimKeys, entered: string): Finding {
  const usable = keys.filter(({ text }) => /(^|;)\s*p=\s*[^;\s]/i.test(text));
  if (usable.length > 0)
    return good(`${domain} has the DKIM key ${usable.map(({ selector }) => selector).join(", ")}.`);
  if (entered)
    return broken(
      `${domain} has no DKIM key at ${entered}. Add the record that your mail provider shows under DKIM.`,
      dnsRecord(`${entered}._domainkey.${domain}. TXT "v=DKIM1; k=rsa; p=…"`),
    );
  return unknown(
    `No DKIM key was found at the usual selectors of ${domain}. Turn DKIM on at your mail provider, and enter the selector that it shows.`,
    page("Enter your selector", `${GOING_LIVE_PAGE}#selector`),
  );
}

/** Whether the domain says what to do with forged email. `texts`: the TXT records of _dmarc. */
export function checkDmarc(domain: string, texts: string[], contact: string): Finding {
  const records = texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text.trim()));
  const wanted = dnsRecord(`_dmarc.${domain}. TXT "v=DMARC1; p=none; rua=mailto:${contact}"`);
  const [record] = records;
  if (!record)
    return broken(`${domain} has no DMARC record, and large mailboxes refuse or hide such email.`, wanted);
  if (records.length > 1) return broken(`${domain} has ${records.length} DMARC records. Keep one.`, wanted);
  const policy = /(?:^|;)\s*p\s*=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase();
  if (!policy || !["none", "quarantine", "reject"].includes(policy))
    return broken(`The DMARC record of ${domain} has no valid policy: ${record}`, wanted);
  return good(
    policy === "none"
      ? `${domain} has a DMARC record. It only watches (p=none), which is right at the beginning.`
      : `${domain} has a DMARC record with the policy ${policy}.`,
  );
}

/** The names that may hold the DMARC record of a domain: its own, then those of its parents down to two labels. */
export function dmarcNames(domain: string): string[] {
  const labels = domain.split(".");
  return Array.from(
    { length: Math.max(1, labels.length - 1) },
    (_, from) => `_dmarc.${labels.slice(from).join(".")}`,
  );
}
