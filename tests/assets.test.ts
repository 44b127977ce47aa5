import { expect, test } from "vitest";
import { sourcesNow, sourcesThen } from "../scripts/asset";
import { allAssets } from "../scripts/assets";

test("fonts, icons and pictures are up to date with their sources (else run npm run assets)", () => {
  expect(sourcesThen()).toEqual(sourcesNow(allAssets()));
});
