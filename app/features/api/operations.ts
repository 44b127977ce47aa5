import type { Parameter, SchemaName } from "./openapi";

export type Operation = {
  id: string;
  method: "get" | "post";
  path: string;
  summary: string;
  description: string;
  query?: { of: "services" | "availability"; notes: Record<string, string> };
  parameters?: Parameter[];
  body?: { of: SchemaName; example: unknown };
  answers: { 200: { of: SchemaName; description: string }; errors: Record<string, string> };
  /** Of the answer. */
  example: unknown;
};

const WRONG_KEY = "The key is not valid, or was revoked.";
const TOO_OFTEN = "Too many calls. Wait as long as Retry-After says.";
const TOO_MANY_HOLDS =
  "Too many calls, or too many bookings that wait for payment. Wait as long as Retry-After says; without it, call the office.";
const REFERENCE = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";

/** What the API can do, in the order in which a program needs it. */
export const OPERATIONS: Operation[] = [
  {
    id: "listServices",
    method: "get",
    path: "/api/services",
    summary: "List the services",
    description: "What is offered now, popular ones first, with its price and what a booking of it must say.",
    query: { of: "services", notes: { type: "Only these." } },
    answers: {
      200: { of: "Services", description: "The services." },
      errors: { 400: "type is neither of the two.", 401: WRONG_KEY, 429: TOO_OFTEN },
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
        hours: "Required when the service takes hours.",
        draft: "The Idempotency-Key of a checkout that is open: what it holds counts as free.",
      },
    },
    answers: {
      200: { of: "Availability", description: "The days of the month." },
      errors: {
        400: "Something is missing or not as it must be.",
        401: WRONG_KEY,
        404: "There is no such service, or it can't be booked online.",
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
      "Prices the booking, holds the slot for 30 minutes and opens a checkout, where the customer gives name, email and phone and pays. " +
      "It is confirmed once it is paid for; otherwise the slot is free again. A site that takes no cards has the customer confirm there " +
      "and pay on the day, or refuses with 422 and whom to call. Web pages of others can't call it: call it from your server, " +
      "or use the widget.",
    parameters: [
      {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        description:
          "Names one booking while it is made: asked again with the same key, the same request gives the same checkout, a changed one moves the hold. Its earlier checkout is closed first; once that is paid, a changed request is refused.",
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
    answers: {
      200: { of: "Checkout", description: "The slot is held, and the checkout is open." },
      errors: {
        400: "Something is missing or not as it must be: every wrong field is named.",
        401: WRONG_KEY,
        404: "There is no such service.",
        409: "The slot was just taken, or visits of the plan clash: what is left is in the answer. Or the booking with this key is paid already: `url` shows it.",
        413: "The body is larger than 64 KB.",
        415: "The body is not JSON.",
        422: "It is well-formed, but can't be booked so, or not online.",
        429: TOO_MANY_HOLDS,
        503: "The checkout can't be opened now. What is held stays held: ask again with the same Idempotency-Key.",
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
    summary: "See how a booking stands",
    description:
      "With a signed reference for whoever has it. With a key the id alone is enough, for what was booked through that partner. " +
      "It says nothing of the customer.",
    parameters: [
      {
        name: "reference",
        in: "path",
        required: true,
        description: "As create-payment has answered it, or its id alone.",
        schema: { type: "string" },
      },
    ],
    answers: {
      200: { of: "Booking", description: "The booking." },
      errors: {
        401: WRONG_KEY,
        404: "There is no booking with this reference, or it isn't yours.",
        429: TOO_OFTEN,
      },
    },
    example: {
      id: REFERENCE,
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
      refunded: 0,
      currency: "USD",
      partner_reference: "A-1042",
      created_at: "2026-11-01T14:03:00Z",
    },
  },
];
