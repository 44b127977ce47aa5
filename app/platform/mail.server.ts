import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";

export type OutgoingMail = {
  /** Stable, so that a mail sent twice after a crash is recognised as one. */
  id: string;
  /** The company. MAIL_FROM, where it is set, takes its place. */
  from: { name: string; address: string };
  to: string;
  /** Who is answered, when it isn't the company: an e-mail address. It is not stored with the mail. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; content: string; contentType: string }[];
  /** Further headers, such as List-Unsubscribe. They are not stored with the mail. */
  headers?: Record<string, string>;
};

export type Mailer = {
  /** `sent` over SMTP, or `kept` (in the database only) when there is no mail server. Throws when the server refuses. */
  send: (mail: OutgoingMail) => Promise<"sent" | "kept">;
  /** Removes the files of these mails, where mails are kept as files. A second time is as good as the first. */
  forget: (ids: readonly string[]) => Promise<void>;
};

type Options = { smtpUrl: string | undefined; from: string | undefined; filesDir: string | undefined };

/** A mail server that says nothing for so long counts as down; the job tries again later. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Without `smtpUrl` nothing leaves the machine; with `filesDir` each mail can then be read there. */
export function openMailer({ smtpUrl, from: fixedFrom, filesDir }: Options): Mailer {
  const forget = (ids: readonly string[]) => removeFiles(ids, filesDir);
  if (!smtpUrl) return { send: (mail) => keep(mail, filesDir), forget };
  const transport = createTransport({ ...PATIENCE, url: smtpUrl });
  return {
    async send({ id, from, to, replyTo, ...mail }) {
      const domain = (fixedFrom ?? from.address).replace(/^.*@|>$/g, "");
      const recipient = { name: "", address: to };
      const answered = replyTo ? { name: "", address: replyTo } : undefined;
      const messageId = `<${id}@${domain}>`;
      await transport.sendMail({
        ...mail,
        from: fixedFrom ?? from,
        to: recipient,
        replyTo: answered,
        messageId,
      });
      return "sent";
    },
    forget,
  };
}

async function keep({ id, subject, to, html, text, attachments }: OutgoingMail, dir?: string) {
  if (dir) {
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
