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
  square_footage: 1800,
  special_instructions: null,
  is_default: true,
  version: "",
};

test("a property is called by its name, else by its street", () => {
  expect([titleOf({ ...home, name: "Camp" }), titleOf(home)]).toEqual(["Camp", "14 Barnstead Road"]);
});

test("its address stands in two lines", () => {
  expect(addressLines(home)).toEqual(["14 Barnstead Road, Apt 4", "Pittsfield, NH 03263"]);
  expect(addressLines({ ...home, address_line2: null })[0]).toBe("14 Barnstead Road");
});

test("its rooms are counted in words, and what is not known is left out", () => {
  expect(roomFacts(home)).toEqual(["1 bedroom", "0 bathrooms", "1,800 sq ft"]);
  expect(roomFacts({ ...home, bedrooms: null, bathrooms: null, square_footage: null })).toEqual([]);
});
