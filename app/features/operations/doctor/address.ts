import {
  broken,
  command,
  counted,
  dnsRecord,
  type Finding,
  good,
  isReservedName,
  setting,
  todo,
  unknown,
} from "./check";

/** How many days before its end a certificate should have been renewed: Let's Encrypt's are renewed 30 days before. */
const RENEW_DAYS = 14;
/** How many days before its end nothing but its renewal is left to hope for. */
const LAST_DAYS = 4;

const ORIGIN_SETTING = setting("ORIGIN=https://www.your-domain.com");
const RESTART_PROXY = command("sudo systemctl restart caddy");
/** Adds a site to Caddy's configuration, which gets the certificate and redirects from http. */
const addToProxy = (host: string, port: number) =>
  command(
    `printf '\\n%s {\\n\\treverse_proxy 127.0.0.1:${port}\\n}\\n' ${host} | sudo tee -a /etc/caddy/Caddyfile && sudo systemctl reload caddy`,
  );
const addressRecord = (host: string) => dnsRecord(`${host}. A 203.0.113.10`);

/** The host of an origin that visitors elsewhere can reach; null for this machine, an IP address or a reserved name. */
export function publicHost(origin: string | null): string | null {
  const host = origin ? new URL(origin).hostname : "";
  const isAddress = /^[\d.]+$|^\[/.test(host);
  return host.includes(".") && !isAddress && !isReservedName(host) ? host : null;
}

/** Whether ORIGIN is an address for visitors. */
export function checkOrigin({ origin }: { origin: string | null }): Finding {
  if (!origin) {
    const says =
      "The site doesn't know its own address, so links in emails lead to this machine. Set ORIGIN to the address that visitors type, and restart.";
    return broken(says, ORIGIN_SETTING);
  }
  if (!publicHost(origin))
    return broken(`ORIGIN is ${origin}, which nobody else can reach. Set it to your domain.`, ORIGIN_SETTING);
  if (!origin.startsWith("https://"))
    return broken(
      `ORIGIN is ${origin}: passwords would travel unencrypted.`,
      setting(`ORIGIN=${origin.replace("http:", "https:")}`),
    );
  return good(`Visitors find the site at ${origin}.`);
}

/** Whether the page was opened at ORIGIN. `host`: the Host header, with the port. Null when they agree, or without ORIGIN. */
export function checkOpened({
  origin,
  host,
}: {
  origin: string | null;
  host: string | null;
}): Finding | null {
  if (!origin || !host || new URL(origin).host === host.toLowerCase()) return null;
  return todo(
    `You opened this page at ${host}, but ORIGIN says ${new URL(origin).host}. Either open the site there, or correct ORIGIN. A proxy must pass on the Host header.`,
    setting(`ORIGIN=https://${host}`),
  );
}

/** What a connection to ORIGIN found. `problem` is OpenSSL's or Node's code; null for a valid certificate. */
export type Certificate = { problem: string | null; days_left: number; names: string };

const PROBLEMS: Record<string, string> = {
  CERT_HAS_EXPIRED: "has expired",
  CERT_NOT_YET_VALID: "is not valid yet: check the clock of the server",
  ERR_TLS_CERT_ALTNAME_INVALID: "is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "was signed by nobody that browsers trust",
  SELF_SIGNED_CERT_IN_CHAIN: "was signed by nobody that browsers trust",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "comes without its intermediate certificates",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "was signed by nobody that browsers trust",
};

/** Whether browsers will trust the certificate, for long enough. */
export function checkCertificate(host: string, { problem, days_left, names }: Certificate): Finding {
  if (problem) {
    const why = PROBLEMS[problem] ?? `is refused (${problem})`;
    const whose = problem === "ERR_TLS_CERT_ALTNAME_INVALID" && names ? ` It names ${names}.` : "";
    return broken(
      `The certificate of ${host} ${why}, so browsers warn every visitor.${whose}`,
      RESTART_PROXY,
    );
  }
  const ends = `The certificate of ${host} ends in ${counted(days_left, "day")} and was not renewed yet.`;
  if (days_left < LAST_DAYS) return broken(`${ends} After that, browsers warn every visitor.`, RESTART_PROXY);
  if (days_left < RENEW_DAYS) return todo(ends, RESTART_PROXY);
  return good(`The certificate of ${host} is valid for ${counted(days_left, "day")}.`);
}

/**
 * What answered at ORIGIN: this site (and whether the request had passed a proxy), something else, or nothing (`code` is
 * Node's error).
 */
export type Answer =
  | { who: "this site"; forwarded: boolean }
  | { who: "another"; status: number }
  | { who: "nobody"; code: string };

/** Whether ORIGIN leads to this site. */
export function checkAnswer({ host, port }: { host: string; port: number }, answer: Answer): Finding {
  if (answer.who === "this site") return good(`${host} leads to this site.`);
  if (answer.who === "another" && answer.status >= 502 && answer.status <= 504)
    return broken(
      `The proxy at ${host} answers, but it doesn't reach the site. Start the site.`,
      command("sudo systemctl restart white-birch"),
    );
  if (answer.who === "another")
    return broken(
      `Something answers at ${host} (status ${answer.status}), but it is not this site. Point the domain to the address of this server.`,
      addressRecord(host),
    );
  if (answer.code === "ENOTFOUND")
    return broken(
      `The name ${host} doesn't exist yet. Add this record where you bought the domain, with the address of your server.`,
      addressRecord(host),
    );
  if (answer.code === "EAI_AGAIN")
    return unknown(
      `The name servers of this machine don't answer, so ${host} could not be looked up.`,
      command("resolvectl status"),
    );
  if (answer.code === "ECONNREFUSED")
    return broken(`Nothing answers at ${host}: no proxy runs there.`, addToProxy(host, port));
  return unknown(
    `This server could not reach ${host} (${answer.code}). Some networks don't let a server reach itself: open the address on a phone without Wi-Fi.`,
    { link: { label: "Open the site", href: `https://${host}/` } },
  );
}

/** What http:// on port 80 answers: a status and where it redirects to, or Node's error. */
export type Plain = { status: number; location: string | null } | { code: string };

/** Whether visitors who come over plain http are redirected. */
export function checkRedirect(host: string, plain: Plain): Finding {
  if ("code" in plain)
    return plain.code === "ECONNREFUSED"
      ? todo(
          `http://${host} doesn't answer. Old links and some browsers begin there: let the proxy redirect to https.`,
          RESTART_PROXY,
        )
      : unknown(`http://${host} could not be reached from this server (${plain.code}).`);
  const redirects = plain.status >= 300 && plain.status < 400;
  if (redirects && plain.location?.startsWith(`https://${host}`))
    return good(`http://${host} redirects to https.`);
  const says = redirects
    ? `http://${host} redirects to ${plain.location ?? "nowhere"}.`
    : `http://${host} answers without encryption.`;
  return broken(`${says} It should redirect to https://${host}.`, RESTART_PROXY);
}

/** Whether TRUST_PROXY says what is true. `answer` is what came of a request by ORIGIN; null unless it was this site's. */
export function checkProxy({ trusted }: { trusted: boolean }, answer: Answer | null): Finding | null {
  if (answer?.who !== "this site") return null;
  if (answer.forwarded && !trusted)
    return broken(
      "Requests come through a proxy, but the site doesn't trust it: all visitors count as one, and soon nobody can book.",
      setting("TRUST_PROXY=true"),
    );
  if (!answer.forwarded && trusted)
    return broken(
      "The site trusts a proxy, but gets no X-Forwarded-For: all visitors count as one. Let the proxy send it, as Caddy does. If there is no proxy, remove TRUST_PROXY.",
      setting("TRUST_PROXY=false"),
    );
  return good(
    trusted
      ? "The proxy says who asks, and the site believes it."
      : "Visitors reach the site without a proxy.",
  );
}
