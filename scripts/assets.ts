/**
 * `npm run assets`: remakes the files of app/assets/made and the icons in public/ whose sources changed, and deletes those
 * no longer listed. They are in the repository, so that a build doesn't need the packages that make them;
 * tests/assets.test.ts fails when they are out of date.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Asset, SOURCES, sourcesNow, sourcesThen } from "./asset.ts";
import { fontAssets } from "./fonts.ts";
import { iconAssets } from "./icons.ts";
import { pictureAssets } from "./pictures.ts";
import { shareImageAssets } from "./share-images.ts";

/** All made files. */
export function allAssets(): Asset[] {
  return [...fontAssets(), ...iconAssets(), ...pictureAssets(), ...shareImageAssets()];
}

if (import.meta.main) {
  const assets = allAssets();
  const [now, then] = [sourcesNow(assets), sourcesThen()];
  for (const file of Object.keys(then)) if (!now[file]) rmSync(file);
  const outdated = assets.filter(({ file }) => now[file] !== then[file]);
  for (const { file, make } of outdated) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, await make());
  }
  writeFileSync(SOURCES, `${JSON.stringify(now, null, 2)}\n`);
  console.log(`${outdated.length} of ${assets.length} files made.`);
}
