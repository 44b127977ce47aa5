import { describe, expect, test } from "vitest";
import { addressLines, inPlace, placeWords } from "./postal-address";

const whole = { street: "9 Dock Road", city: "Oakland", state: "ME", zip: "04963" };
const none = { street: "", city: "", state: "", zip: "" };

describe("the lines of an address have what was entered, without stray commas:", () => {
  test.each([
    [whole, ["9 Dock Road", "Oakland, ME 04963"]],
    [{ ...whole, street: "" }, ["Oakland, ME 04963"]],
    [{ ...whole, city: "" }, ["9 Dock Road", "ME 04963"]],
    [{ ...none, city: "Oakland" }, ["Oakland"]],
    [{ ...none, zip: "04963" }, ["04963"]],
    [none, []],
  ])("%j", (address, lines) => expect(addressLines(address)).toEqual(lines));
});

test("a place brings the words around it, and nothing when it was not entered", () => {
  expect(inPlace(whole)).toBe(" in Oakland, ME");
  expect(inPlace(none)).toBe("");
  expect(placeWords(whole)).toEqual({
    "{place}": "Oakland, ME",
    "{in_place}": " in Oakland, ME",
    "{at_address}": ", 9 Dock Road, Oakland, ME 04963",
  });
  expect(new Set(Object.values(placeWords(none)))).toEqual(new Set([""]));
});
