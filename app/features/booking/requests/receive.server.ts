import { area_requests } from "~/db/schema/customers";
import type { Draft } from "~/features/booking/checkout/draft";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { submissionId } from "~/platform/request/spam.server";
import type { RequestForm } from "./forms";

type Input = RequestForm & {
  /** What the visitor wanted to book. */
  draft: Pick<Draft, "service" | "date">;
  /** Form id. Sending the same content twice with it stores one request. */
  form_id: string;
  /** Whether the sender gets an email. False once the address has received several. */
  acknowledge: boolean;
};

/** Stores a request from outside the service area and queues emails to its sender and the office. */
export async function receiveRequest(ctx: Ctx, input: Input): Promise<{ ok: true }> {
  const { form_id, acknowledge, draft } = input;
  const content = {
    zip_code: input.zip.slice(0, 5),
    name: input.request_name,
    email: input.request_email,
    phone: input.request_phone || null,
    service_id: draft.service || null,
    wished_date: draft.date || null,
  };
  await ctx.db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(area_requests)
      .values({
        ...content,
        submission_id: submissionId(form_id, content),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflictDoNothing({ target: area_requests.submission_id })
      .returning({ id: area_requests.id });
    if (!stored) return;
    const { zip_code } = content;
    const entry = { action: "request.sent", entity: "area_request", entity_id: stored.id };
    await recordAudit(tx, ctx, { ...entry, details: { zip: zip_code } });
    const about = { request_id: stored.id };
    if (acknowledge) await ctx.jobs.enqueue(tx, "request-acknowledged-mail", about);
    await ctx.jobs.enqueue(tx, "request-notice-mail", about);
  });
  return { ok: true };
}
