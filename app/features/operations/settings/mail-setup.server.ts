import type { Ctx } from "~/platform/context.server";
import type { MailSetup } from "~/platform/mail.server";
import { readSettings } from "./reads.server";
import { readSecret } from "./secrets.server";

/** The mail server and the sender of the settings, each null where nothing is set. */
export async function readMailSetup(ctx: Pick<Ctx, "db" | "vault">): Promise<MailSetup> {
  const settings = await readSettings(ctx);
  const host = settings["email.smtp_host"];
  const user = settings["email.smtp_user"];
  const from = settings["email.from_email"] || null;
  if (!host) return { server: null, from };
  const pass = user ? ((await readSecret(ctx, "email.smtp_pass")) ?? "") : "";
  return { server: { host, port: settings["email.smtp_port"], user, pass }, from };
}
