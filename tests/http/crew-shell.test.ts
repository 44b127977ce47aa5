import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { testApp } from "../support/app";
import { setSetting } from "../support/bookings";

const { pool, get } = await testApp();
const built = (address: string) => path.join("build/client", address);

test("the manifest installs the crew's app under the company's name, with icons that exist", async () => {
  await setSetting(pool, "general.company_name", "Snow & Birch");
  const response = await get("/crew/app.webmanifest");
  await pool.query("delete from admin_settings");
  expect(response.headers.get("Content-Type")).toContain("application/manifest+json");
  const manifest = await response.json();
  expect(manifest).toMatchObject({
    name: "Snow & Birch Crew",
    start_url: "/crew",
    scope: "/crew",
    display: "standalone",
  });
  expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain("maskable");
  for (const { src } of manifest.icons) expect((await get(src)).status).toBe(200);
});

test("the service worker names files that were built, and controls /crew only", async () => {
  const response = await get("/crew/worker.js");
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toContain("text/javascript");
  expect(response.headers.get("Service-Worker-Allowed")).toBe("/crew");
  expect(response.headers.get("Cache-Control")).toBe("no-cache");
  const [, listed = "", script = ""] =
    /^self\.CREW=(.*);importScripts\("(.*)"\);\n$/.exec(await response.text()) ?? [];
  const { assets, version } = JSON.parse(listed);
  expect(version).toMatch(/^[\w-]{12}$/);
  for (const address of [...assets, script]) expect(existsSync(built(address)), address).toBe(true);
  for (const kind of [/\/entry\.client-.*\.js$/, /\/app-.*\.js$/, /\.css$/, /figtree-accents.*\.woff2$/])
    expect(
      assets.some((address: string) => kind.test(address)),
      `${kind}`,
    ).toBe(true);
  expect(readFileSync(built(script), "utf8")).not.toMatch(/^\s*(import|export)\b/m); // a classic script
});

test("the service worker's policy lets it import this site's scripts only", async () => {
  const policy = (await get("/crew/worker.js")).headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(/script-src 'self'/);
  expect(policy).toContain("default-src 'self'"); // also of workers and manifests
});
