import type { SchemaName } from "./schemas";

export type JsonSchema = { [keyword: string]: unknown };

export type Parameter = {
  name: string;
  in: "query" | "path" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

export type Operation = {
  id: string;
  method: "get" | "post";
  path: string;
  summary: string;
  description: string;
  query?: { of: "services" | "availability"; notes: Record<string, string> };
  parameters?: Parameter[];
  body?: { of: SchemaName; example: unknown };
  responses: { 200: { of: SchemaName; description: string }; errors: Record<string, string> };
  /** Example of the response. */
  example: unknown;
};

const WRONG_KEY = "The key is not valid or was revoked.";
const TOO_OFTEN = "Too many requests. Wait for the time in Retry-After.";
const TOO_MANY_HOLDS =
  "Too many requests, or too many bookings waiting for payment. Wait for the time in Retry-After. If there is none, call the office.";
const REFERENCE = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";

/** The API's operations, in the order in which a program needs them. */
export const OPERATIONS: Operation[] = [
  {
    id: "listServices",
    method: "get",
    path: "/api/services",
    summary: "List the services",
    description: "The services offered now, popular ones first, with their prices and what a booking needs.",
    query: { of: "services", notes: { type: "Return only services of this type." } },
    responses: {
      200: { of: "Services", description: "The services." },
      errors: { 400: "type is not one of the allowed values.", 401: WRONG_KEY, 429: TOO_OFTEN },
    },
    example: {
      currency: "USD",
      services: [
        {
          id: "regular-cleaning",
          title: "Regular Cleaning",
          description: "A steady hand for the week's dust, crumbs and floors.",
          features: ["Dusting and vacuuming", "Kitchen and bathrooms"],
          service_type: "residential",
          subscription_type: "one_time",
          price: 5300,
          price_unit: "hour",
          is_popular: true,
          is_bookable: true,
          takes_hours: true,
          takes_rooms: true,
          frequencies: [],
          price_list: null,
        },
      ],
    },
  },
  {
    id: "readAvailability",
    method: "get",
    path: "/api/availability",
    summary: "Find a free time",
    description:
      "Every day of a month with its five slots. A slot is free when a crew can serve the whole visit.",
    query: {
      of: "availability",
      notes: {
        service: "A service's `id`.",
        month: "yyyy-MM.",
        hours: "Required if the service has `takes_hours`.",
        bedrooms: "Counts if the service's `price_list` has `by` home. By default 2.",
        bathrooms: "As `bedrooms`. By default 1.",
        halfBaths: "As `bedrooms`. By default 0.",
        squareFeet: "Required if the service's `price_list` has `bands`.",
        extras: "Extras and their quantities, like `oven:1,windows:12`.",
        frequency: "For a plan: how often it comes. A first visit can take longer.",
        draft: "The Idempotency-Key of an open checkout. The slots it holds count as free.",
      },
    },
    responses: {
      200: { of: "Availability", description: "The days of the month." },
      errors: {
        400: "A parameter is missing or invalid.",
        401: WRONG_KEY,
        404: "The service does not exist or can't be booked online.",
        429: TOO_OFTEN,
      },
    },
    example: {
      month: "2026-11",
      minutes: 180,
      days: [
        {
          date: "2026-11-21",
          state: "free",
          slots: [
            { time: "8:00 AM", state: "free" },
            { time: "10:00 AM", state: "full" },
          ],
        },
      ],
    },
  },
  {
    id: "createPayment",
    method: "post",
    path: "/api/create-payment",
    summary: "Book",
    description:
      "Prices the booking, holds the slot for 30 minutes and opens a checkout, where the customer enters name, email and phone and pays. " +
      "Payment confirms the booking; without it the slot is released. If the site takes no cards, the customer confirms there instead " +
      "and pays on the day, or the request is refused with 422 and whom to call. Other websites' pages can't call it: call it from your " +
      "server, or use the widget.",
    parameters: [
      {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        description:
          "Identifies one booking while it is being made. The same key with the same request returns the same checkout. With a changed request it closes that checkout and moves the hold; once the checkout is paid, a changed request is refused.",
        schema: { type: "string", pattern: "^[\\w-]{8,100}$" },
      },
    ],
    body: {
      of: "CreatePayment",
      example: {
        serviceId: "regular-cleaning",
        serviceType: "residential",
        bookingDetails: {
          date: "2026-11-21",
          time: "8:00 AM",
          hours: 3,
          bedrooms: 2,
          bathrooms: 1,
          address: { street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" },
        },
        partnerReference: "A-1042",
      },
    },
    responses: {
      200: { of: "Checkout", description: "The slot is held, and the checkout is open." },
      errors: {
        400: "A field is missing or invalid. The response names every such field.",
        401: WRONG_KEY,
        404: "The service does not exist.",
        409: "The slot was just taken, or visits of the plan clash: the response says what is left. Or the booking with this Idempotency-Key is already paid: `url` shows it.",
        413: "The body is larger than 64 KB.",
        415: "The body is not JSON.",
        422: "The request is well-formed, but can't be booked like this, or not online. If `field` is `bookingDetails.address.zip`, the address is outside the service area.",
        429: TOO_MANY_HOLDS,
        503: "The checkout can't be opened right now. The hold is kept: try again with the same Idempotency-Key.",
      },
    },
    example: {
      url: "https://checkout.example/pay",
      reference: `${REFERENCE}.Zk3vYc9Qb0mJx5pR7tWn2sLd8fHg4aKu6eTi1oCyVwE`,
    },
  },
  {
    id: "readBooking",
    method: "get",
    path: "/api/bookings/{reference}",
    summary: "Get the status of a booking",
    description:
      "Anyone who has the signed reference can read it. With a key, the id alone is enough for bookings made through that partner. " +
      "The response has no customer data.",
    parameters: [
      {
        name: "reference",
        in: "path",
        required: true,
        description: "The `reference` from create-payment or, with a key, the id alone.",
        schema: { type: "string" },
      },
    ],
    responses: {
      200: { of: "Booking", description: "The booking." },
      errors: {
        401: WRONG_KEY,
        404: "No booking has this reference, or it isn't yours.",
        429: TOO_OFTEN,
      },
    },
    example: {
      id: REFERENCE,
      number: 1042,
      kind: "visit",
      status: "confirmed",
      payment: "completed",
      service: { id: "regular-cleaning", title: "Regular Cleaning" },
      frequency: null,
      date: "2026-11-21",
      time: "8:00 AM",
      time_zone: "America/New_York",
      minutes: 180,
      amount: 15900,
      tip: 0,
      refunded: 0,
      currency: "USD",
      partner_reference: "A-1042",
      created_at: "2026-11-01T14:03:00Z",
    },
  },
];
