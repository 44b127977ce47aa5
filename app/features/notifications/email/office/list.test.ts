import { describe, expect, test } from "vitest";
import { parseListQuery } from "~/lib/list-query";
import { formatTries, MAIL_LIST, serverWords, whyNotAgain, withoutLinks } from "./list";

describe("a mail can be sent again", () => {
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

test("a mail is shown without a way to follow its links", () => {
  const html = `<a class="x" href="https://site.example/reset?token=1" style="color:red">Go</a>
    <A HREF='/x'>a</A><area href=/y><form action="/z"><a href="mailto:a@b.example">b</a><img src="x.png">`;
  const shown = withoutLinks(html);
  expect(shown).not.toMatch(/href|action/i);
  expect(shown).toContain('<a class="x" style="color:red">Go</a>');
  expect(shown).toContain('<img src="x.png">');
});

test("the server's words stand alone", () => {
  expect(serverWords("Error: 550 No such user")).toBe("550 No such user");
  expect(serverWords("550 Error: no such user")).toBe("550 Error: no such user");
  expect(serverWords(null)).toBeNull();
});

test("tries are counted in words", () => {
  expect([0, 1, 1234].map(formatTries)).toEqual(["Not tried yet", "Tried once", "Tried 1,234 times"]);
});

test("a list's address is read as far as it makes sense", () => {
  const query = parseListQuery(new URLSearchParams("status=lost&q=ada&after=1~2&sort=-size"), MAIL_LIST);
  expect(query).toMatchObject({ q: "ada", sort: "date", descending: true, filters: {}, cursor: null });
  expect(parseListQuery(new URLSearchParams("status=failed"), MAIL_LIST).filters).toEqual({
    status: "failed",
  });
});
