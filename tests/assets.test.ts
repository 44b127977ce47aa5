import { expect, test } from "vitest";
import { sourcesNow, sourcesThen } from "../scripts/asset";
import { allAssets } from "../scripts/assets";

test("fonts, icons and pictures are made of their sources as they are: npm run assets makes them anew", () => {
  expect(sourcesThen()).toEqual(sourcesNow(allAssets()));
});
