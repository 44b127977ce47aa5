import type { z } from "zod";
import { hoursApply, isMonthly, needsEstimate, roomsApply, type Service } from "~/features/catalog/service";
import type { servicesAnswer } from "./answers";

type Offered = z.output<typeof servicesAnswer>["services"][number];

/** A service as the API offers it: what it costs, and what a booking of it must say. */
export function offerOf(service: Service): Offered {
  const { id, title, description, features, service_type, subscription_type, is_popular } = service;
  return {
    id,
    title,
    description,
    features,
    service_type,
    subscription_type,
    price: service.price_per_hour,
    price_unit: unitOf(service),
    is_popular,
    is_bookable: !needsEstimate(service),
    takes_hours: hoursApply(service),
    takes_rooms: roomsApply(service),
    frequencies: isMonthly(service) ? service.plan_frequencies : [],
  };
}

function unitOf(service: Service): Offered["price_unit"] {
  if (needsEstimate(service)) return "estimate";
  if (isMonthly(service)) return "month";
  return hoursApply(service) ? "hour" : "visit";
}
