import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";

/** Mails about what came through the contact form. */
export function messageJobs(ctx: () => JobCtx): JobKind[] {
  const mails = () => import("./mails.server");
  return [
    {
      name: "message-acknowledged-mail",
      atOnce: 10,
      run: async ({ message_id }) => (await mails()).mailAcknowledgement(ctx(), String(message_id)),
    },
    {
      name: "message-notice-mail",
      run: async ({ message_id }) => (await mails()).mailNotice(ctx(), String(message_id)),
    },
    {
      name: "message-reply-mail",
      run: async ({ reply_id }) => (await mails()).mailReply(ctx(), String(reply_id)),
    },
  ];
}
