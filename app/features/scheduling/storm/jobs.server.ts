import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";

/** Mails about storm days. The mail code is loaded with the first one. */
export function stormJobs(ctx: () => Ctx & { mailer: Mailer }): JobKind[] {
  const mails = () => import("./mails.server");
  return [
    {
      name: "storm-offer-mail",
      atOnce: 10,
      run: async ({ offer_id, at }) => (await mails()).mailStormOffer(ctx(), String(offer_id), String(at)),
    },
    {
      name: "storm-over-mail",
      run: async ({ offer_id, at }) => (await mails()).mailStormOver(ctx(), String(offer_id), Number(at)),
    },
  ];
}
