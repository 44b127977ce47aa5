import type { RequestRefusal } from "~/features/booking/booking";
import { type HoldInput, holdBooking } from "~/features/booking/checkout/hold.server";
import { tooManyToPayFor } from "~/features/booking/checkout/hold-limit";
import { countUnpaidToCome, holderOf, unpaidLimitOf } from "~/features/booking/checkout/hold-limit.server";
import { onTheDayUrl } from "~/features/booking/checkout/on-the-day.server";
import { readSettings } from "~/features/operations/settings/reads.server";
import { OFFICE_PROVIDER } from "~/features/payments/orders/office-method";
import type { Ctx } from "~/platform/context.server";
import { holdAlone, type Refusal } from "./hold-alone.server";

type Input = Omit<HoldInput, "provider" | "checkout_expires_at">;

type Outcome = { ok: true; url: string; order_id: string } | Refusal;

/**
 * What becomes of a booking where cards can't be taken, as the settings say (`payments.without_provider`): the visit is
 * held until its customer says who they are, and paid for on the day; or nothing is booked online. A plan is charged every
 * month, so it is never begun here.
 */
export async function bookWithoutProvider(ctx: Ctx, input: Input): Promise<Outcome> {
  const settings = await readSettings(ctx);
  const phone = settings["general.phone"];
  if (settings["payments.without_provider"] === "no_bookings") return refuse(notOnline(phone));
  if (input.request.bookingDetails.frequency) {
    return refuse(
      `Plans are paid by card every month, and we can't take cards online right now. Please call us at ${phone} to set one up.`,
    );
  }
  const by = holderOf(ctx, input.request.customerEmail ?? null);
  const limit = unpaidLimitOf(ctx);
  if ((await countUnpaidToCome(ctx, by, input.draft_id)) >= limit)
    return { ok: false, status: 429, field: "body", message: tooManyToPayFor(limit, phone) };
  const held = await holdAlone(ctx, { ...input, provider: OFFICE_PROVIDER }, holdBooking);
  if (!held.ok) return held;
  return { ok: true, url: onTheDayUrl(ctx, held.order_id), order_id: held.order_id };
}

/** What visitors are told where nothing can be booked online. */
function notOnline(phone: string): string {
  return `Online booking isn't available right now. Please call us at ${phone} and we'll find you a time.`;
}

function refuse(message: string): RequestRefusal {
  return { ok: false, status: 422, field: "body", message };
}
