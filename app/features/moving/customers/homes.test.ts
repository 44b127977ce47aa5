import { expect, test } from "vitest";
import { splitHomes } from "./homes";

const HEADERS = [
  ...["First Name", "Address_1 Street Line 1", "Address_1 City", "Address_1 Notes"],
  ...["Address_2 Street Line 1", "Address_2 City", "Address_10 Street Line 1", "Notes"],
];

test.each([
  ["no further home", ["Ada", "1 Elm St", "Concord", "Dog", "", " ", "", "VIP"], []],
  [
    "further homes, in the order of their numbers",
    ["Ada", "1 Elm St", "Concord", "Dog", "2 Oak St", "Bow", "3 Fir St", "VIP"],
    [
      ["Ada", "2 Oak St", "Bow", "", "2 Oak St", "Bow", "3 Fir St", "VIP"],
      ["Ada", "3 Fir St", "", "", "2 Oak St", "Bow", "3 Fir St", "VIP"],
    ],
  ],
  ["fewer cells than columns", ["Ada", "1 Elm St"], []],
])("a line with %s is split into a row for each", (_what, cells, further) => {
  expect(splitHomes(HEADERS)(cells)).toEqual([cells, ...further]);
});

test("a file without numbered addresses stays as it is", () => {
  const cells = ["Ada", "1 Elm St", "Apt 2"];
  expect(splitHomes(["Name", "Address 1", "Address 2"])(cells)).toEqual([cells]);
});
