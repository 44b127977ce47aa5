import { expect, test } from "vitest";
import font from "~/assets/made/fraunces.ttf?inline";
import { encodeLogo } from "~/platform/files/logo.server";
import { StoreDown } from "~/platform/files/store.server";
import { testWorld } from "../../../../../tests/support/ctx";
import { type Brand, iconPath, type Logo } from "./brand";
import { readBrandPicture } from "./draw.server";

const { ctx } = await testWorld();
const { files } = ctx();
const lettered: Brand = { logo: null, letters: "LH", accent: "#0e7490", initials: "LH", share: null };

function readIcon(brand: Brand) {
  const company = { company_name: "Lakeside Home Care", brand };
  return readBrandPicture({ files, font }, company, iconPath(brand, "192") ?? "");
}

async function aLogo(fill: string, { isStored }: { isStored: boolean }): Promise<Logo> {
  const svg = `<svg viewBox="0 0 9 9"><rect width="9" height="9" fill="${fill}"/></svg>`;
  const encoded = await encodeLogo(Buffer.from(svg));
  if (!encoded.ok) throw new Error(encoded.message);
  const { content } = encoded.logo.whole;
  const sha256 = isStored ? await files.put(content) : "0".repeat(64);
  return { file: "svg", width: 96, height: 96, sha256, small_sha256: sha256, src: `/brand/${sha256}.svg` };
}

test("a picture that many ask for at once is drawn once", async () => {
  const found = await Promise.all(Array.from({ length: 5 }, () => readIcon(lettered)));
  expect(new Set(found).size).toBe(1);
  expect(found[0]?.type).toBe("image/png");
});

test("an icon is drawn of the logo, and not of the letters while the store does not have it", async () => {
  const there = { ...lettered, letters: null, logo: await aLogo("#123456", { isStored: true }) };
  expect((await readIcon(there))?.type).toBe("image/png");
  const missing = { ...lettered, letters: null, logo: await aLogo("#654321", { isStored: false }) };
  await expect(readIcon(missing)).rejects.toThrow(StoreDown);
});
