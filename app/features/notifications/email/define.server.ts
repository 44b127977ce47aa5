import type { ReactElement } from "react";
import type { z } from "zod";
import { type Company, companyOf, readSettings } from "~/features/operations/settings/queries.server";
import type { Settings } from "~/features/operations/settings/settings";
import { defineJob, type Job, type JobOptions } from "~/platform/jobs/define-job.server";
import type { EmailSetup, Mailer } from "~/platform/outside/mail.server";
import type { JobCtx } from "~/platform/runtime.server";
import { type About, type Email, sendEmailOnce } from "./send.server";

export type EmailCtx = JobCtx & { company: Company; settings: Settings };

/** A composed email. From the company, and to it unless `to` is set. */
export type Draft<Templates> = Pick<
  Email,
  "occasion" | "subject" | "replyTo" | "headers" | "user_id" | "secrets"
> & {
  to?: string;
  template: (templates: Templates) => ReactElement;
  /** The mail server and sender to use in place of those of the settings. */
  through?: EmailSetup;
  /** Shown above the content. */
  notice?: string | null;
  attachments?: Email["attachments"];
} & About;

type Definition<Input, Templates> = JobOptions & {
  queue: string;
  /** Data of the job. */
  input: z.ZodType<Input>;
  /** Imports the room's templates with the first email. */
  templates: () => Promise<Templates>;
  /** Composes the email when it is sent. Returns undefined if it is no longer wanted. */
  compose: (ctx: EmailCtx, input: Input) => Promise<Draft<Templates> | undefined>;
};

/** Defines an email. The returned function sends it, at most once per occasion; its `job` does the same in the queue. */
export function defineEmail<Input, Templates>(definition: Definition<Input, Templates>) {
  const { queue, input, templates, compose, ...options } = definition;
  async function send(ctx: JobCtx, data: Input): Promise<void> {
    const settings = await readSettings(ctx);
    const company = companyOf(settings);
    const draft = await compose({ ...ctx, settings, company }, data);
    if (!draft) return;
    const { to = company.contact_email, template, notice, through, attachments = [], ...email } = draft;
    const [{ renderEmail }, loaded] = await Promise.all([import("./render.server"), templates()]);
    const mailer: Mailer = through
      ? { ...ctx.mailer, send: (mail) => ctx.mailer.send(mail, through) }
      : ctx.mailer;
    await sendEmailOnce(
      { ...ctx, mailer },
      {
        ...email,
        from: { name: company.company_name, address: company.contact_email },
        to,
        ...renderEmail(template(loaded), { notice, brand: company.brand }),
        attachments,
      },
    );
  }
  return Object.assign(send, { job: defineJob(queue, input, send, options) });
}

/** Jobs of all emails defined in a module. */
export function emailJobs(module: Record<string, unknown>): Job[] {
  return Object.values(module).flatMap((email) =>
    typeof email === "function" && "job" in email ? [email.job as Job] : [],
  );
}

/** Headers for the unsubscribe button of email programs (RFC 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
