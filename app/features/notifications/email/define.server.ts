import type { ReactElement } from "react";
import type { z } from "zod";
import { type Company, companyOf, readSettings } from "~/features/operations/settings/queries.server";
import type { Settings } from "~/features/operations/settings/settings";
import { defineJob, type Job, type JobOptions } from "~/platform/define-job.server";
import type { JobCtx } from "~/platform/runtime.server";
import { type About, type Email, sendEmailOnce } from "./send.server";

/** What an email is composed with. */
export type EmailCtx = JobCtx & { company: Company; settings: Settings };

/** An email as it is composed when it is sent: from the company, and to it unless `to` says otherwise. */
export type Draft<Templates> = Pick<
  Email,
  "occasion" | "subject" | "replyTo" | "headers" | "user_id" | "secrets"
> & {
  to?: string;
  template: (templates: Templates) => ReactElement;
  /** What stands above everything else in it. */
  notice?: string | null;
  attachments?: Email["attachments"];
} & About;

type Definition<Input, Templates> = JobOptions & {
  /** The name of its queue. */
  queue: string;
  /** What its job carries. */
  input: z.ZodType<Input>;
  /** The room's templates, loaded with the first email. */
  templates: () => Promise<Templates>;
  /** Reads what it says when it is sent; nothing where it is no longer wanted. */
  compose: (ctx: EmailCtx, input: Input) => Promise<Draft<Templates> | undefined>;
};

/** An email: calling it sends it, once an occasion, as its job does. */
export function defineEmail<Input, Templates>(definition: Definition<Input, Templates>) {
  const { queue, input, templates, compose, ...options } = definition;
  async function send(ctx: JobCtx, data: Input): Promise<void> {
    const settings = await readSettings(ctx);
    const company = companyOf(settings);
    const draft = await compose({ ...ctx, settings, company }, data);
    if (!draft) return;
    const { to = company.contact_email, template, notice, attachments = [], ...email } = draft;
    const [{ renderEmail }, loaded] = await Promise.all([import("./render.server"), templates()]);
    await sendEmailOnce(ctx, {
      ...email,
      from: { name: company.company_name, address: company.contact_email },
      to,
      ...renderEmail(template(loaded), { notice }),
      attachments,
    });
  }
  return Object.assign(send, { job: defineJob(queue, input, send, options) });
}

/** The jobs of all emails that a module defines. */
export function emailJobs(module: Record<string, unknown>): Job[] {
  return Object.values(module).flatMap((email) =>
    typeof email === "function" && "job" in email ? [email.job as Job] : [],
  );
}

/** What makes email programs show a button of their own to unsubscribe (RFC 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
