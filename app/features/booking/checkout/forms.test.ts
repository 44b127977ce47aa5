import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LIMITS } from "~/features/booking/limits";
import { aService, autoDetailing, officeCleaning } from "../../../../tests/support/services";
import { bookingFormSchema, createPaymentSchema, fieldErrors, toCreatePayment } from "./forms";
import { formField } from "./page";

const address = { street: "12 Main Street", city: "Pittsfield", state: "NH", zip: "03263" };
const bookingDetails = { date: "2026-11-21", time: "8:00 AM", address, notes: "Gate code 4711", hours: 3 };
const body = { serviceId: "regular-cleaning", serviceType: "residential", bookingDetails };

const form = {
  service: "regular-cleaning",
  type: "residential",
  date: "2026-11-21",
  time: "8:00 AM",
  ...address,
  notes: "Gate code 4711",
  bedrooms: "2",
  bathrooms: "1",
  hours: "3",
};

const withDetails = (changes: object) => ({ ...body, bookingDetails: { ...bookingDetails, ...changes } });
const withAddress = (changes: object) => withDetails({ address: { ...address, ...changes } });

function errorsOf(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input);
  return result.success ? [] : fieldErrors(result.error);
}

describe("create-payment's body", () => {
  test("is taken as it is", () => {
    expect(createPaymentSchema.parse(body)).toEqual(body);
  });

  test("is tidied: spaces, line ends, the state's case, empty optional texts", () => {
    const untidy = {
      ...withDetails({
        notes: " ring\r\ntwice\u0000 ",
        address: { street: " 12  Main\tStreet ", city: "Pittsfield\n", state: "nh", zip: " 03263 " },
      }),
      customerEmail: "",
      customerName: "  ",
    };
    expect(createPaymentSchema.parse(untidy)).toEqual(withDetails({ notes: "ring\ntwice" }));
  });

  test("keeps HTML in notes as plain text", () => {
    const notes = "<img src=x onerror=alert(1)>";
    expect(createPaymentSchema.parse(withDetails({ notes })).bookingDetails.notes).toBe(notes);
  });

  test("ignores unknown keys, and those of prototypes do no harm", () => {
    const hostile = JSON.parse(
      `{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "total": 1,
        ${JSON.stringify(body).slice(1)}`,
    );
    expect(createPaymentSchema.parse(hostile)).toEqual(body);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test.each(["New Hampshire", "D.C.", "Québec", "PR"])("takes %s for a state", (state) => {
    expect(errorsOf(createPaymentSchema, withAddress({ state }))).toEqual([]);
  });

  const must = {
    date: "Date must be a real day written as yyyy-MM-dd, like 2026-11-21.",
    hours: "Hours must be a whole number: 1, 2, 3, 4, 6, or 8.",
    state: "State must be a two-letter code or a name, like NH or New Hampshire.",
    zip: "ZIP code must be 5 digits, like 03263 or 03263-1234.",
    email: "Please enter a valid email address",
  };

  test.each([
    [null, "body", "The request body must be a JSON object."],
    [[body], "body", "The request body must be a JSON object."],
    ["regular-cleaning", "body", "The request body must be a JSON object."],
    [{ ...body, serviceId: undefined }, "serviceId", "Service is required."],
    [{ ...body, serviceId: "\u0000" }, "serviceId", "Service is required."],
    [{ ...body, serviceId: 7 }, "serviceId", "Service must be text."],
    [{ ...body, serviceId: "x".repeat(81) }, "serviceId", "Service can have at most 80 characters."],
    [{ ...body, serviceType: "both" }, "serviceType", "Service type must be residential or commercial."],
    [{ ...body, bookingDetails: undefined }, "bookingDetails", "Booking details must be a JSON object."],
    [withDetails({ address: [] }), "bookingDetails.address", "Address must be a JSON object."],
    [withDetails({ date: undefined }), "bookingDetails.date", "Date is required."],
    [withDetails({ date: "2026-02-30" }), "bookingDetails.date", must.date],
    [withDetails({ date: "11/21/2026" }), "bookingDetails.date", must.date],
    [withDetails({ date: 20261121 }), "bookingDetails.date", "Date must be text."],
    [withDetails({ time: "" }), "bookingDetails.time", "Time is required."],
    [
      withDetails({ notes: "x".repeat(801) }),
      "bookingDetails.notes",
      "Notes can have at most 800 characters.",
    ],
    [withDetails({ notes: ["a"] }), "bookingDetails.notes", "Notes must be text."],
    [withDetails({ hours: "3" }), "bookingDetails.hours", must.hours],
    [withDetails({ hours: 2.5 }), "bookingDetails.hours", must.hours],
    [withDetails({ hours: -3 }), "bookingDetails.hours", must.hours],
    [withDetails({ hours: 100 }), "bookingDetails.hours", must.hours],
    [withDetails({ hours: -2.5 }), "bookingDetails.hours", must.hours],
    [withDetails({ hours: 1e300 }), "bookingDetails.hours", must.hours],
    [withDetails({ hours: Number.NaN }), "bookingDetails.hours", must.hours],
    [
      withDetails({ bedrooms: true }),
      "bookingDetails.bedrooms",
      "Bedrooms must be a whole number: 1, 2, 3, 4, or 5.",
    ],
    [
      withDetails({ bathrooms: null }),
      "bookingDetails.bathrooms",
      "Bathrooms must be a whole number: 1, 2, 3, or 4.",
    ],
    [withAddress({ street: " \u200B " }), "bookingDetails.address.street", "Street is required."],
    [
      withAddress({ street: "x".repeat(50_000) }),
      "bookingDetails.address.street",
      "Street can have at most 120 characters.",
    ],
    [withAddress({ city: undefined }), "bookingDetails.address.city", "City is required."],
    [withAddress({ state: "ZZ" }), "bookingDetails.address.state", must.state],
    [withAddress({ state: "N" }), "bookingDetails.address.state", must.state],
    [withAddress({ state: "<b>" }), "bookingDetails.address.state", must.state],
    [withAddress({ zip: "3263" }), "bookingDetails.address.zip", must.zip],
    [withAddress({ zip: "03263-12" }), "bookingDetails.address.zip", must.zip],
    [withAddress({ zip: 3263 }), "bookingDetails.address.zip", "ZIP code must be text."],
    [{ ...body, customerEmail: "jane@" }, "customerEmail", must.email],
    [{ ...body, customerEmail: 5 }, "customerEmail", "Email must be text."],
    [{ ...body, customerName: "x".repeat(121) }, "customerName", "Name can have at most 120 characters."],
  ])("case %#: refused at %2$s", (input, field, message) => {
    expect(errorsOf(createPaymentSchema, input)).toEqual([{ field, message }]);
  });

  test("tells all wrong fields at once", () => {
    expect(errorsOf(createPaymentSchema, {}).map(({ field }) => field)).toEqual([
      "serviceId",
      "serviceType",
      "bookingDetails",
    ]);
  });

  test("is an answer, never an exception, for any JSON; what passes is within the limits", () => {
    const key = fc.constantFrom(
      ...Object.keys(bookingDetails),
      ...Object.keys(address),
      ...Object.keys(body),
    );
    const anyBody = fc.oneof(
      fc.jsonValue(),
      fc.tuple(key, fc.jsonValue()).map(([name, value]) => ({ ...body, [name]: value })),
      fc.tuple(key, fc.jsonValue()).map(([name, value]) => withDetails({ [name]: value })),
      fc
        .tuple(key, fc.string({ unit: "binary", maxLength: 200 }))
        .map(([name, value]) => withAddress({ [name]: value })),
    );
    fc.assert(
      fc.property(anyBody, (input) => {
        const result = createPaymentSchema.safeParse(input);
        if (!result.success) {
          for (const { message } of fieldErrors(result.error))
            expect(message).not.toMatch(/^Invalid|undefined/);
          return;
        }
        const { address: checked, notes = "" } = result.data.bookingDetails;
        expect(Object.keys(checked)).toEqual(Object.keys(address));
        expect(checked.street.length).toBeLessThanOrEqual(LIMITS.street);
        expect(checked.street).not.toMatch(/\p{Cc}/u);
        expect(notes.length).toBeLessThanOrEqual(LIMITS.notes);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the booking page's form", () => {
  test("says the same as the JSON body", () => {
    const parsed = bookingFormSchema.parse(form);
    const request = toCreatePayment(parsed);
    expect(request).toEqual(withDetails({ bedrooms: 2, bathrooms: 1 }));
    expect(createPaymentSchema.parse(request)).toEqual(request);
  });

  test("takes empty inputs for absent, and a garbled draft id too", () => {
    const parsed = bookingFormSchema.parse({
      ...form,
      bedrooms: "",
      bathrooms: " ",
      hours: "",
      draft_id: "x",
    });
    expect(parsed).toMatchObject({ bedrooms: undefined, bathrooms: undefined, hours: undefined });
    expect(parsed.draft_id).toBeUndefined();
  });

  test("keeps its draft's id", () => {
    const draft_id = crypto.randomUUID();
    expect(bookingFormSchema.parse({ ...form, draft_id }).draft_id).toBe(draft_id);
  });

  test.each(["-1", "2.5", "1e3", "three", "100", "٣"])("refuses %s hours", (hours) => {
    expect(errorsOf(bookingFormSchema, { ...form, hours })).toEqual([
      { field: "hours", message: "Hours must be a whole number: 1, 2, 3, 4, 6, or 8." },
    ]);
  });

  test("names what is missing", () => {
    expect(errorsOf(bookingFormSchema, {})).toEqual([
      { field: "service", message: "Service is required." },
      { field: "type", message: "Service type must be residential or commercial." },
      { field: "date", message: "Date is required." },
      { field: "time", message: "Time is required." },
      { field: "street", message: "Street is required." },
      { field: "city", message: "City is required." },
      { field: "state", message: "State is required." },
      { field: "zip", message: "ZIP code is required." },
    ]);
  });

  test("leaves out what does not apply to the chosen service, and fills in its default hours", () => {
    const parsed = bookingFormSchema.parse(form);
    const rooms = { bedrooms: 2, bathrooms: 1 };
    expect(toCreatePayment(parsed, aService()).bookingDetails).toMatchObject({ ...rooms, hours: 3 });
    expect(toCreatePayment({ ...parsed, hours: undefined }, aService()).bookingDetails.hours).toBe(3);
    expect(toCreatePayment(parsed, autoDetailing).bookingDetails).toMatchObject({
      ...rooms,
      hours: undefined,
    });
    const office = toCreatePayment(parsed, officeCleaning).bookingDetails;
    expect(office).toMatchObject({ hours: 3 });
    expect(office.bedrooms ?? office.bathrooms).toBeUndefined();
  });
});

test("fieldErrors keeps the first message of a field", () => {
  const error = new z.ZodError([
    { code: "custom", path: ["address", "zip"], message: "first", input: "" },
    { code: "custom", path: ["address", "zip"], message: "second", input: "" },
  ]);
  expect(fieldErrors(error)).toEqual([{ field: "address.zip", message: "first" }]);
});

test.each([
  ["serviceId", "service"],
  ["serviceType", "type"],
  ["bookingDetails.date", "date"],
  ["bookingDetails.address.zip", "zip"],
])("what the API calls %s is %s in the form", (field, expected) => {
  expect(formField(field)).toBe(expected);
});
