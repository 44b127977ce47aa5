import { expect, test } from "vitest";
import { addressLines, type Property, roomFacts, titleOf } from "./property";

const home: Property = {
  id: "1",
  name: null,
  property_type: "residential",
  address_line1: "14 Barnstead Road",
  address_line2: "Apt 4",
  city: "Pittsfield",
  state: "NH",
  zip_code: "03263",
  bedrooms: 1,
  bathrooms: 0,
  half_baths: 1,
  square_footage: 1800,
  special_instructions: null,
  pets: null,
  parking: null,
  is_default: true,
  version: "",
};

test("the title of a property is its name, or its street without one", () => {
  expect([titleOf({ ...home, name: "Camp" }), titleOf(home)]).toEqual(["Camp", "14 Barnstead Road"]);
});

test("the address of a property has two lines", () => {
  expect(addressLines(home)).toEqual(["14 Barnstead Road, Apt 4", "Pittsfield, NH 03263"]);
  expect(addressLines({ ...home, address_line2: null })[0]).toBe("14 Barnstead Road");
});

test("the rooms of a property are counted, and unknown ones are left out", () => {
  expect(roomFacts(home)).toEqual(["1 bedroom", "0 bathrooms", "1 half bath", "1,800 sq ft"]);
  expect(
    roomFacts({ ...home, bedrooms: null, bathrooms: null, half_baths: null, square_footage: null }),
  ).toEqual([]);
});
