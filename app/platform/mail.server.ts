import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";

export type OutgoingMail = {
  /** Stable, so that a mail sent twice after a crash is recognised as one. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; content: string; contentType: string }[];
};

/** `sent` over SMTP, or `kept` (in the database only) when there is no mail server. Throws when the server refuses. */
export type Mailer = { send: (mail: OutgoingMail) => Promise<"sent" | "kept"> };

type Options = { smtpUrl: string | undefined; from: string | undefined; filesDir: string | undefined };

const DEFAULT_FROM = "White Birch Cleaning <hello@whitebirchcleaning.example>";

/** Without `smtpUrl` nothing leaves the machine; with `filesDir` each mail can then be read there. */
export function openMailer({ smtpUrl, from = DEFAULT_FROM, filesDir }: Options): Mailer {
  if (!smtpUrl) return { send: (mail) => keep(mail, filesDir) };
  const transport = createTransport(smtpUrl);
  const domain = from.replace(/^.*@|>$/g, "");
  return {
    async send({ id, to, ...mail }) {
      const recipient = { name: "", address: to };
      await transport.sendMail({ ...mail, from, to: recipient, messageId: `<${id}@${domain}>` });
      return "sent";
    },
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
