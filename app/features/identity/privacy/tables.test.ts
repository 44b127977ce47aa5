import { expect, test } from "vitest";
import { bookingsCsv, propertiesCsv } from "./tables";

test("a visit's row adds up the amounts of its own order and refunds", () => {
  const visit = {
    id: "b1",
    number: 1042,
    service: "Regular Cleaning",
    status: "cancelled",
    scheduled_date: "2026-06-10",
    scheduled_time: "14:00:00",
    duration_hours: 3,
    address_line1: "1 Road",
    address_line2: null,
    city: "Epsom",
    state: "NH",
    zip_code: "03234",
    bedrooms: null,
    bathrooms: 2,
    half_baths: 1,
    square_feet: 1500,
    extras: [
      { title: "Inside oven", quantity: 1 },
      { title: "Interior windows", quantity: 4 },
    ],
    notes: null,
    customer_name: null,
    customer_email: null,
    customer_phone: "+1 603 555 0100",
    created_at: Temporal.Instant.from("2026-06-01T12:00:00Z"),
  };
  const order = { id: "o1", booking_id: "b1", amount: 17252, currency: "USD", status: "completed" };
  const other = { ...order, id: "o2", booking_id: "b2", amount: 1 };
  const refunds = [
    { order_id: "o1", amount: 8626, status: "completed" },
    { order_id: "o1", amount: 1, status: "failed" },
    { order_id: "o2", amount: 1, status: "completed" },
  ];
  const [, row] = bookingsCsv([visit], [order, other], refunds).split("\r\n");
  expect(row).toBe(
    '#1042,Regular Cleaning,cancelled,2026-06-10,2:00 PM,3,1 Road,,Epsom,NH,03234,,2,1,1500,"Inside oven, Interior windows × 4",,,,\'+1 603 555 0100,172.52,172.52,86.26,USD,2026-06-01T12:00:00Z',
  );
});

test("a home's row has its pets and parking", () => {
  const home = {
    ...{ name: "Camp", property_type: "residential", is_default: true, address_line1: "1 Road" },
    ...{ address_line2: null, city: "Epsom", state: "NH", zip_code: "03234" },
    ...{ bedrooms: 2, bathrooms: 1, half_baths: null, square_footage: null },
    ...{ special_instructions: null, pets: "Two cats", parking: "In the drive" },
  };
  const [head, row] = propertiesCsv([home]).split("\r\n");
  expect(head).toMatch(/Special instructions,Pets,Parking$/);
  expect(row).toMatch(/,,Two cats,In the drive$/);
});
