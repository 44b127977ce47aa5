import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";
import { sendStoredMail } from "./send.server";

/** Mails that the office wants to go out once more. */
export function mailJobs(ctx: () => JobCtx): JobKind[] {
  return [{ name: "send-mail-again", run: ({ mail_id }) => sendStoredMail(ctx(), String(mail_id)) }];
}
