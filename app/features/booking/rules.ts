import type { Inputs } from "~/features/booking/checkout/forms";
import { LONGEST_VISIT, lengthField, visitMinutes } from "~/features/catalog/pricing";
import { bandOf, type Choices } from "~/features/catalog/rules";
import { halfBathsApply, hoursApply, roomsApply, rulesOf, type Service } from "~/features/catalog/service";
import { orList } from "~/lib/text";
import { TOO_LARGE_TEXT, tooLongText } from "./length";
import { BATHROOM_OPTIONS, BEDROOM_OPTIONS, DEFAULTS, HALF_BATH_OPTIONS, HOUR_OPTIONS } from "./limits";

/** `status` is an HTTP status; `field` is named as in the API, e.g. "bookingDetails.date". */
export type RequestRefusal = { ok: false; status: 404 | 409 | 422; field: string; message: string };

export function refuse(status: RequestRefusal["status"], field: string, message: string): RequestRefusal {
  return { ok: false, status, field, message };
}

/** A refusal for a field of `bookingDetails`. */
export function refuseDetail(status: 409 | 422, field: string, message: string): RequestRefusal {
  return refuse(status, `bookingDetails.${field}`, message);
}

/** What is known beside the inputs. */
export type Known = Pick<Choices, "frequency" | "first_visit">;

export type CheckedInputs = { ok: true; choices: Choices; minutes: number };

/** Checks what is chosen against the service's rules; what does not apply to it is refused when given, else null. */
export function checkInputs(service: Service, inputs: Inputs, known: Known): CheckedInputs | RequestRefusal {
  const { hours, bedrooms, bathrooms, halfBaths, squareFeet, extras = [] } = inputs;
  const refusal =
    refuseDuration(service, hours) ??
    refuseRooms(service, "bedrooms", bedrooms, BEDROOM_OPTIONS) ??
    refuseRooms(service, "bathrooms", bathrooms, BATHROOM_OPTIONS) ??
    refuseHalfBaths(service, halfBaths) ??
    refuseSize(service, squareFeet) ??
    refuseExtras(service, extras);
  if (refusal) return refusal;
  const rooms = roomsApply(service);
  const choices: Choices = {
    hours: hours ?? null,
    bedrooms: rooms ? (bedrooms ?? DEFAULTS.bedrooms) : null,
    bathrooms: rooms ? (bathrooms ?? DEFAULTS.bathrooms) : null,
    half_baths: halfBathsApply(service) ? (halfBaths ?? DEFAULTS.half_baths) : null,
    square_feet: squareFeet ?? null,
    extras,
    ...known,
  };
  const minutes = visitMinutes(service, choices);
  if (!service.prices || minutes <= LONGEST_VISIT) return { ok: true, choices, minutes };
  const field = lengthField({ extras, rooms });
  return refuseDetail(422, field, tooLongText(minutes, field));
}

function refuseDuration(service: Service, hours: number | undefined): RequestRefusal | null {
  if (!hoursApply(service)) {
    const message = `Hours don't apply to ${service.title}; leave them out.`;
    return hours === undefined ? null : refuseDetail(422, "hours", message);
  }
  if (hours === undefined) return refuseDetail(422, "hours", `Hours is required: ${orList(HOUR_OPTIONS)}.`);
  return among(HOUR_OPTIONS, hours)
    ? null
    : refuseDetail(422, "hours", `Hours must be ${orList(HOUR_OPTIONS)}.`);
}

function refuseRooms(
  service: Service,
  field: "bedrooms" | "bathrooms",
  rooms: number | undefined,
  options: readonly number[],
): RequestRefusal | null {
  if (rooms === undefined) return null;
  const label = field === "bedrooms" ? "Bedrooms" : "Bathrooms";
  if (!roomsApply(service)) {
    return refuseDetail(422, field, `${label} don't apply to commercial cleaning; leave them out.`);
  }
  return among(options, rooms) ? null : refuseDetail(422, field, `${label} must be ${orList(options)}.`);
}

function refuseHalfBaths(service: Service, halfBaths: number | undefined): RequestRefusal | null {
  if (halfBaths === undefined) return null;
  if (!halfBathsApply(service))
    return refuseDetail(422, "halfBaths", `Half baths don't apply to ${service.title}; leave them out.`);
  return among(HALF_BATH_OPTIONS, halfBaths)
    ? null
    : refuseDetail(422, "halfBaths", `Half baths must be ${orList(HALF_BATH_OPTIONS)}.`);
}

function refuseSize(service: Service, squareFeet: number | undefined): RequestRefusal | null {
  const rules = rulesOf(service);
  const last = rules.by === "home" ? rules.bands.at(-1) : undefined;
  if (!last) {
    const message = `Square feet don't apply to ${service.title}; leave them out.`;
    return squareFeet === undefined ? null : refuseDetail(422, "squareFeet", message);
  }
  if (squareFeet === undefined) {
    const bands = orList(rules.bands.map(({ up_to }) => `up to ${formatFeet(up_to)}`));
    return refuseDetail(422, "squareFeet", `Square feet is required: ${bands}.`);
  }
  if (bandOf(rules, squareFeet)) return null;
  const message = `${service.title} is priced for homes up to ${formatFeet(last.up_to)} square feet. Yours is larger.`;
  return refuseDetail(422, "squareFeet", `${message} ${TOO_LARGE_TEXT}`);
}

function refuseExtras(service: Service, extras: NonNullable<Inputs["extras"]>): RequestRefusal | null {
  const offered = rulesOf(service).extras;
  if (extras.length === 0) return null;
  if (offered.length === 0)
    return refuseDetail(422, "extras", `Extras don't apply to ${service.title}; leave them out.`);
  const named = new Set<string>();
  for (const [index, { id, quantity }] of extras.entries()) {
    const extra = offered.find((one) => one.id === id);
    if (!extra)
      return refuseDetail(
        422,
        `extras.${index}.id`,
        `Extra must be ${orList(offered.map((one) => one.id))}.`,
      );
    if (named.has(id))
      return refuseDetail(422, `extras.${index}.id`, `${extra.title} is listed twice; add up its quantity.`);
    named.add(id);
    if (quantity > extra.most)
      return refuseDetail(
        422,
        `extras.${index}.quantity`,
        `${extra.title} can be booked up to ${extra.most} ${extra.most === 1 ? "time" : "times"}.`,
      );
  }
  return null;
}

function among(options: readonly number[], value: number): boolean {
  return options.includes(value);
}

function formatFeet(feet: number): string {
  return feet.toLocaleString("en-US");
}
