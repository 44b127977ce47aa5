import { describe, expect, test } from "vitest";
import { EMPTY_DRAFT } from "./draft";
import { type SavedAddress, withSavedAddress } from "./page";

const home: SavedAddress = {
  id: "0b0f5a63-54d8-4c7e-9b2e-0d6f3b7c1a11",
  name: "Home",
  address: { street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" },
  bedrooms: 7,
  bathrooms: null,
  half_baths: 1,
  square_footage: 1450,
};
const office: SavedAddress = {
  ...home,
  id: "7c1e9d34-1f0a-4f0b-8d3a-4f3f5f2f6b22",
  address: { ...home.address, street: "9 Eagle Square" },
};

describe("a draft and the saved properties", () => {
  test("an untouched draft begins with the first one; its rooms and size come along, '5+' for more bedrooms", () => {
    expect(withSavedAddress(EMPTY_DRAFT, [home, office])).toEqual({
      ...EMPTY_DRAFT,
      property: home.id,
      address: home.address,
      bedrooms: 5,
      half_baths: 1,
      square_feet: 1450,
    });
  });
  test("a typed address stays", () => {
    const typed = { ...EMPTY_DRAFT, address: { ...EMPTY_DRAFT.address, street: "1 Elm Street" } };
    expect(withSavedAddress(typed, [home])).toEqual(typed);
  });
  test("a chosen property brings its present address", () => {
    const chosen = { ...EMPTY_DRAFT, property: office.id, address: home.address };
    expect(withSavedAddress(chosen, [home, office]).address).toEqual(office.address);
  });
  test("a property that is gone leaves its address behind", () => {
    const chosen = { ...EMPTY_DRAFT, property: office.id, address: office.address };
    expect(withSavedAddress(chosen, [home])).toEqual({ ...chosen, property: "" });
  });
  test("without saved properties nothing changes", () => {
    expect(withSavedAddress(EMPTY_DRAFT, [])).toEqual(EMPTY_DRAFT);
  });
});
