import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../support/app";
import { signedIn } from "../support/sign-in";
import { expectOwnStyle } from "../support/styles";

const site = await testApp();
let cookies: { customer: string; administrator: string };

beforeAll(async () => {
  cookies = {
    customer: (await signedIn(site)).cookie,
    administrator: (await signedIn(site, { role: "admin" })).cookie,
  };
});

const page = async (address: string, Cookie = "") => (await site.get(address, { Cookie })).text();
const sheetsOf = async (address: string, cookie?: string) =>
  [...(await page(address, cookie)).matchAll(/<link rel="stylesheet" href="\/assets\/(\w+)-/g)].map(
    ([, name]) => name,
  );

describe("each page has one stylesheet:", () => {
  test.each(["/", "/book", "/widget", "/profile", "/no/such/page"])("%s the site's", async (address) => {
    expect(await sheetsOf(address, cookies.customer)).toEqual(["site"]);
  });

  test.each(["/admin", "/admin/bookings", "/admin/bookings/new", "/admin/no-such-page"])(
    "%s the office's",
    async (address) => {
      expect(await sheetsOf(address, cookies.administrator)).toEqual(["office"]);
    },
  );
});

test("a class of the other stylesheet is detected, whichever test reads the page", async () => {
  const sheet = /<link rel="stylesheet"[^>]+>/.exec(await page("/"))?.[0];
  const answer = (html: string) => new Response(html, { headers: { "Content-Type": "text/html" } });
  const request = new Request("https://site.example/about");
  await expectOwnStyle(request, answer(`${sheet}<p class="text-ink nobodys-class">`));
  await expect(expectOwnStyle(request, answer(`${sheet}<p class="text-ink visit-block">`))).rejects.toThrow(
    "/about: the class visit-block is not in /assets/site-",
  );
});

test("only signed-in visitors are offered to install the site", async () => {
  const manifest = '<link rel="manifest" href="/site.webmanifest"';
  expect(await page("/")).not.toContain(manifest);
  expect(await page("/", cookies.customer)).toContain(manifest);
  expect(await page("/admin", cookies.administrator)).toContain(manifest);
});
