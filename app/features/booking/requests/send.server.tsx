import { eq } from "drizzle-orm";
import { z } from "zod";
import { services } from "~/db/schema/catalog";
import { area_requests } from "~/db/schema/customers";
import { defineEmail } from "~/features/notifications/email/define.server";
import { isRowStillThere } from "~/features/notifications/email/lock.server";
import { formatLongDate } from "~/lib/dates";
import type { JobCtx } from "~/platform/runtime.server";

const templates = () => import("./emails");
const aboutRequest = z.object({ request_id: z.guid() });

/** 'We have your request', to the sender's address. Repeats only the ZIP code: a stranger may have written the rest. */
export const sendRequestAcknowledged = defineEmail({
  queue: "request-acknowledged-mail",
  atOnce: 10,
  input: aboutRequest,
  templates,
  async compose(ctx, { request_id: id }) {
    const request = await readRequest(ctx, id);
    if (!request) return;
    return {
      occasion: `request-acknowledged:${id}`,
      isWanted: (tx) => isRowStillThere(tx, area_requests, id),
      to: request.email,
      subject: `${ctx.company.company_name} received your request`,
      template: ({ RequestAcknowledgedEmail }) => (
        <RequestAcknowledgedEmail sender={ctx.company} zip={request.zip_code} />
      ),
    };
  },
});

/** Tells the office, if it wants to be told of messages; its answer goes to the sender. */
export const sendRequestNotice = defineEmail({
  queue: "request-notice-mail",
  input: aboutRequest,
  templates,
  async compose({ company, settings, ...ctx }, { request_id: id }) {
    if (!settings["notifications.contact_form_notifications"]) return;
    const request = await readRequest(ctx, id);
    if (!request) return;
    return {
      occasion: `request-notice:${id}`,
      isWanted: (tx) => isRowStillThere(tx, area_requests, id),
      replyTo: request.email,
      subject: `New request from ${request.zip_code}`,
      template: ({ RequestNoticeEmail }) => <RequestNoticeEmail sender={company} request={request} />,
    };
  },
});

async function readRequest({ db }: Pick<JobCtx, "db">, id: string) {
  const { name, email, phone, zip_code, wished_date } = area_requests;
  const [found] = await db
    .select({ name, email, phone, zip_code, wished_date, service: services.title })
    .from(area_requests)
    .leftJoin(services, eq(services.id, area_requests.service_id))
    .where(eq(area_requests.id, id));
  return found && { ...found, date: found.wished_date && formatLongDate(found.wished_date) };
}
