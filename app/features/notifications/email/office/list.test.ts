import { describe, expect, test } from "vitest";
import { parseListQuery } from "~/lib/list-query";
import { formatTries, MAIL_LIST, serverMessage, whyNotAgain, withoutIds, withoutLinks } from "./list";

describe("an email can be sent again", () => {
  test.each([
    ["failed", {}, "<p>", true],
    ["kept", {}, "<p>", true],
    ["sent", {}, "<p>", true],
    ["sent", null, "<p>", false],
    ["queued", {}, "<p>", false],
    ["failed", null, "", false],
  ] as const)("when it is %s with the envelope %o and the page %j: %s", (status, envelope, html, can) => {
    expect(whyNotAgain({ status, envelope, html }) === null).toBe(can);
  });
});

test("an email is safe without its links", () => {
  const html = `<a class="x" href="https://site.example/reset?token=1" style="color:red">Go</a>
    <A HREF='/x'>a</A><area href=/y><form action="/z"><a href="mailto:a@b.example">b</a><img src="x.png">`;
  const safe = withoutLinks(html);
  expect(safe).not.toMatch(/href|action/i);
  expect(safe).toContain('<a class="x" style="color:red">Go</a>');
  expect(safe).toContain('<img src="x.png">');
});

test("the addresses in an email's text are shown without their ids", () => {
  const text = "View it: https://site.example/bookings/4f2a7c1e-0000-4000-8000-00000000000a?key=(left out)";
  expect(withoutIds(text)).toBe("View it: https://site.example/bookings/…?key=(left out)");
});

test("the server's message is safe without our error prefix", () => {
  expect(serverMessage("Error: 550 No such user")).toBe("550 No such user");
  expect(serverMessage("550 Error: no such user")).toBe("550 Error: no such user");
  expect(serverMessage(null)).toBeNull();
});

test("attempts are formatted as text", () => {
  expect([0, 1, 1234].map(formatTries)).toEqual(["Not tried yet", "Tried once", "Tried 1,234 times"]);
});

test("invalid values in the list's URL are ignored", () => {
  const query = parseListQuery(new URLSearchParams("status=lost&q=ada&after=1~2&sort=-size"), MAIL_LIST);
  expect(query).toMatchObject({ q: "ada", sort: "date", descending: true, filters: {}, cursor: null });
  expect(parseListQuery(new URLSearchParams("status=failed"), MAIL_LIST).filters).toEqual({
    status: "failed",
  });
});
