import { expect, test } from "vitest";
import { workEntry } from "./work-entry";

const visit = {
  number: "#1042",
  service: "Regular Cleaning",
  duration: "3 hours",
  rooms: "3 bedrooms, 2 bathrooms, 1 half bath, up to 2,000 sq ft",
  extras: "Inside oven × 2",
  address: "14 Barnstead Road, Pittsfield, NH 03263",
  customer: "Ada King Lovelace",
  phone: "(603) 555-0142",
  pets: "Two cats",
  parking: "In the drive, gate code 1887",
  access: "Lockbox 4711, park behind the house",
  notes: "A shy cat\nlives here",
  dismissed: [],
  crew: "Birch crew",
  forAll: false,
};

test("a crew reads what it needs at the door, and no more of the customer's name than the first", () => {
  expect(workEntry(visit)).toEqual({
    summary: "Regular Cleaning, Ada",
    location: "14 Barnstead Road, Pittsfield, NH 03263",
    description: [
      "Booking #1042",
      "Regular Cleaning, 3 hours",
      "Home: 3 bedrooms, 2 bathrooms, 1 half bath, up to 2,000 sq ft",
      "Extras: Inside oven × 2",
      "Customer: Ada, (603) 555-0142",
      "Pets: Two cats",
      "Parking: In the drive, (entry code: see the app)",
      "Access: (entry code: see the app), park behind the house",
      "Notes: A shy cat\nlives here",
    ].join("\n"),
  });
});

test("words that somebody said are no code are read", () => {
  const said = { ...visit, notes: "Pin 1887 is our photo", dismissed: ["Pin 1887"] };
  expect(workEntry(said).description).toContain("Notes: Pin 1887 is our photo");
});

test("what is not known is not there", () => {
  const unknown = { rooms: null, extras: null, phone: null, pets: null, parking: null, access: null };
  const bare = { ...visit, ...unknown, customer: " ", notes: "" };
  expect(workEntry(bare)).toMatchObject({
    summary: "Regular Cleaning",
    description: "Booking #1042\nRegular Cleaning, 3 hours",
  });
  expect(workEntry({ ...bare, phone: "1" }).description).toContain("Customer: 1");
});

test("in the calendar of all a visit says whose it is", () => {
  expect(workEntry({ ...visit, forAll: true }).summary).toBe("Birch crew: Regular Cleaning, Ada");
  expect(workEntry({ ...visit, forAll: true, crew: null }).summary).toBe(
    "No crew yet: Regular Cleaning, Ada",
  );
});
