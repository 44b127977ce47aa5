import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import type { ResolveName } from "./public-address.server";
import { SmtpError, type SmtpServer, serverOfSettings, serverOfUrl, socketOpener } from "./smtp.server";

export type OutgoingEmail = {
  /** Stable, so that a mail sent twice after a crash is recognised as one. */
  id: string;
  /** The company. The address of the settings, or MAIL_FROM, takes its place where it is set. */
  from: { name: string; address: string };
  to: string;
  /** Who is answered, when it isn't the company: an e-mail address. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; content: string; contentType: string }[];
  /** Pictures of its page, which names them as `cid:…`. */
  inline?: { cid: string; contentType: string; base64: string }[];
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
};

export type Mailer = {
  /**
   * `sent` over SMTP, or `kept` (in the database only) when there is no mail server. Throws an SmtpError when it can't be sent.
   * `setup` takes the place of the present settings.
   */
  send: (mail: OutgoingEmail, setup?: EmailSetup) => Promise<"sent" | "kept">;
  /** Removes the files of these mails, where mails are kept as files. A second time is as good as the first. */
  forget: (ids: readonly string[]) => Promise<void>;
};

/** How the company's settings want mails to go: what is null there, the environment decides. */
export type EmailSetup = {
  server: { host: string; port: number; user: string; pass: string } | null;
  from: string | null;
};

type Options = {
  smtpUrl: string | undefined;
  from: string | undefined;
  filesDir: string | undefined;
  /** Asked anew for each mail, so that a change needs no restart. */
  setup?: () => Promise<EmailSetup>;
  /** Mail servers of private networks that the settings may name. */
  relays?: readonly string[];
  /** For tests: all addresses of a name. */
  resolve?: ResolveName;
  /** How long a silent mail server is waited for, in ms. */
  patience?: Partial<typeof PATIENCE>;
};

/** A mail server that says nothing for so long counts as down; the job tries again later. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Connections stay open while there is more to send. What breaks in the middle is tried again by its job, seldomer. */
const POOL = { ...PATIENCE, pool: true as const, maxConnections: 5, maxMessages: 500, maxRequeues: 0 };
const IDLE_MS = 1_000;

/** Without a mail server, in the settings or as `smtpUrl`, nothing leaves the machine; with `filesDir` each mail can then be read there. */
export function openMailer({
  smtpUrl,
  from: fixedFrom,
  filesDir,
  setup,
  relays = [],
  resolve,
  patience,
}: Options): Mailer {
  const connections = openConnections({ ...POOL, ...patience }, resolve);
  return {
    async send(mail, instead) {
      const wanted = instead ?? (await setup?.());
      const server = wanted?.server
        ? serverOfSettings(wanted.server, relays)
        : smtpUrl
          ? serverOfUrl(smtpUrl)
          : null;
      if (!server) return keep(mail, filesDir);
      const own = wanted?.from ? { name: mail.from.name, address: wanted.from } : undefined;
      await connections
        .use(server, (transport) => sendOver(transport, mail, own ?? fixedFrom ?? mail.from))
        .catch((error: unknown) => {
          throw new SmtpError(error, server.host);
        });
      return "sent";
    },
    forget: (ids) => removeFiles(ids, filesDir),
  };
}

type Inline = NonNullable<OutgoingEmail["inline"]>[number];

/** The connections to each mail server that is in use, closed when they were idle for a while. */
function openConnections(pool: typeof POOL, resolve?: ResolveName) {
  const open = new Map<string, { transport: Transporter; users: number; idle?: NodeJS.Timeout }>();
  return {
    async use(server: SmtpServer, send: (transport: Transporter) => Promise<void>) {
      const key = JSON.stringify(server);
      const entry = open.get(key) ?? { transport: transportTo(server), users: 0 };
      open.set(key, entry);
      clearTimeout(entry.idle);
      entry.users += 1;
      try {
        await send(entry.transport);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) entry.idle = setTimeout(close, IDLE_MS, key).unref();
      }
    },
  };

  function transportTo(server: SmtpServer): Transporter {
    const getSocket = socketOpener(server, pool.connectionTimeout, resolve);
    return createTransport({ ...pool, ...server.options, getSocket });
  }

  function close(key: string) {
    open.get(key)?.transport.close();
    open.delete(key);
  }
}

async function sendOver(
  transport: Transporter,
  { id, from: company, to, replyTo, attachments, inline = [], ...mail }: OutgoingEmail,
  from: OutgoingEmail["from"] | string,
) {
  const address = typeof from === "string" ? from.replace(/^.*<|>$/g, "") : from.address;
  // Whoever answers reaches the company, also where its mails come from another address.
  const answered = replyTo ?? (typeof from !== "string" && from !== company ? company.address : undefined);
  await transport.sendMail({
    ...mail,
    attachments: [...attachments, ...inline.map(asPart)],
    from,
    to: { name: "", address: to },
    replyTo: answered ? { name: "", address: answered } : undefined,
    messageId: `<${id}@${address.replace(/^.*@/, "")}>`,
  });
}

function asPart({ cid, contentType, base64 }: Inline) {
  const filename = `${cid}.${contentType.replace(/^.*\//, "")}`;
  return {
    cid,
    filename,
    contentType,
    content: base64,
    encoding: "base64",
    contentDisposition: "inline" as const,
  };
}

async function keep(
  { id, subject, to, text, attachments, inline = [], ...mail }: OutgoingEmail,
  dir?: string,
) {
  if (dir) {
    const html = inline.reduce(
      (page, { cid, contentType, base64 }) =>
        page.replaceAll(`cid:${cid}`, `data:${contentType};base64,${base64}`),
      mail.html,
    );
    await mkdir(dir, { recursive: true });
    await writeFile(path.join(dir, `${id}.html`), html);
    await writeFile(path.join(dir, `${id}.txt`), `To: ${to}\nSubject: ${subject}\n\n${text}\n`);
    for (const { filename, content } of attachments)
      await writeFile(path.join(dir, `${id}-${filename}`), content);
  }
  return "kept" as const;
}

async function removeFiles(ids: readonly string[], dir?: string): Promise<void> {
  if (!dir || ids.length === 0) return;
  const names = await readdir(dir).catch(() => []);
  const ofThese = names.filter((name) =>
    ids.some((id) => name.startsWith(`${id}.`) || name.startsWith(`${id}-`)),
  );
  for (const name of ofThese) await rm(path.join(dir, name), { force: true });
}
