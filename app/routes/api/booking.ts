import { admitCaller, publicError, publicResponse } from "~/features/integrations/api/respond.server";
import { readBookingStatus } from "~/features/integrations/api/status.server";
import type { Route } from "./+types/booking";

/** `GET /api/bookings/:reference`: status of a booking, for its partner or with its signed reference. */
export async function loader({ request, context, params: { reference } }: Route.LoaderArgs) {
  const caller = await admitCaller(request, context, "api-read");
  if (!caller.ok) return caller.refusal;
  const booking = await readBookingStatus(caller, reference);
  if (booking) return publicResponse(booking);
  const message = "There is no booking with this reference, or this key doesn't open it.";
  return publicError(404, { message, field: "reference" });
}
