import { expect, test } from "vitest";
import {
  checkDkim,
  checkDmarc,
  checkMx,
  checkSender,
  checkSent,
  checkServer,
  checkSpf,
  dmarcNames,
  ownDomain,
  SELECTOR,
} from "./email";

const DOMAIN = "birch.com";
const NOW = Temporal.Instant.from("2026-06-01T12:00:00Z");

const agoBy = (hours: number) => NOW.subtract({ hours });

test("without a mail server nothing leaves the site", () => {
  expect(checkServer({ server: null }).state).toBe("broken");
  expect(checkServer({ server: "smtp.gmail.com" })).toMatchObject({ state: "good" });
});

const REFUSED = "Error: Can't send mail - all recipients were rejected: 550 5.1.1 No such user";
const failures = (...errors: string[]) =>
  errors.map((error, at) => ({ recipient: `${"abc"[at % 3]}@mail.example`, error }));

test.each([
  [{ last: null, failed: 0, since: [] }, "todo", "No email was sent yet."],
  [{ last: agoBy(1), failed: 0, since: [] }, "good", "1 hour ago"],
  [{ last: agoBy(72), failed: 2, since: [] }, "todo", "2 emails could not be sent"],
  [{ last: agoBy(72), failed: 1, since: failures(REFUSED) }, "todo", "1 email could not be sent"],
  [{ last: null, failed: 1, since: failures(REFUSED) }, "todo", "1 email could not be sent"],
  [
    { last: agoBy(72), failed: 4, since: failures(REFUSED, REFUSED, REFUSED, REFUSED) },
    "broken",
    "4 emails could not be sent",
  ],
])("emails of late: %j is %s", (facts, state, says) => {
  expect(checkSent(facts, NOW)).toMatchObject({ state, says: expect.stringContaining(says) });
});

test("several emails to one address that fails are not the mail server's fault", () => {
  const since = [..."abcd"].map(() => ({ recipient: "a@mail.example", error: REFUSED }));
  expect(checkSent({ last: agoBy(72), failed: 4, since }, NOW).state).toBe("todo");
});

test.each([
  ["Error: Message failed: 552 5.2.2 Mailbox full", "todo"],
  ["This address bounced on Jun 01, 2026: 550 No such user", "todo"],
  ["Error: smtp.birch.com refused the connection on port 587.", "broken"],
  ["Error: Invalid login: 535 5.7.8 Wrong password", "broken"],
  ["Error: Mail command failed: 550 5.7.1 You may not send as this sender", "broken"],
])("one email that failed with '%s' is %s", (error, state) => {
  expect(checkSent({ last: agoBy(72), failed: 1, since: failures(error) }, NOW).state).toBe(state);
});

test.each([
  ["hello@whitebirchcleaning.example", "broken", null],
  ["birch.cleaning@gmail.com", "todo", null],
  ["hello@birch.com", "good", "birch.com"],
  ["hello@mail.birch.com", "good", "mail.birch.com"],
])("the sender %s is %s", (from, state, domain) => {
  expect(checkSender({ from }).state).toBe(state);
  expect(ownDomain(from)).toBe(domain);
});

test("a domain receives email if it names a server; a null MX names none", () => {
  expect(checkMx(DOMAIN, ["mx.birch.com", "mx2.birch.com"]).says).toContain("mx.birch.com");
  for (const hosts of [[], [""], ["."]]) expect(checkMx(DOMAIN, hosts).state).toBe("broken");
});

test.each([
  [[], "smtp.gmail.com", "broken", 'birch.com. TXT "v=spf1 include:_spf.google.com ~all"'],
  [
    ["google-site-verification=1"],
    null,
    "broken",
    'birch.com. TXT "v=spf1 include:spf.your-mail-provider.com ~all"',
  ],
  [["v=spf1 ~all", "v=spf1 -all"], null, "broken", expect.stringContaining("~all")],
  [["v=spf1 +all"], null, "broken", 'birch.com. TXT "v=spf1 ~all"'],
  [["v=spf1 mx all"], null, "broken", 'birch.com. TXT "v=spf1 mx ~all"'],
  [["v=spf1 mx ~all"], "smtp.gmail.com", "broken", 'birch.com. TXT "v=spf1 include:_spf.google.com mx ~all"'],
  [["v=spf1 include:_spf.google.com ~all"], "smtp.gmail.com", "good", undefined],
  [["V=SPF1 ip4:192.0.2.7 -all"], "mail.birch.com", "good", undefined],
  [["v=spf1 include:all.example.net -all"], null, "good", undefined],
])("the texts %j with the mail server %s are %s", (texts, server, state, mend) => {
  const finding = checkSpf(DOMAIN, texts, server);
  expect([finding.state, finding.mend?.copy?.text]).toEqual([state, mend]);
});

test.each([
  [[{ selector: "google", text: "v=DKIM1; k=rsa; p=MIIB" }], "", "good"],
  [[{ selector: "s1", text: "p=MIIB" }], "s1", "good"],
  [[{ selector: "s1", text: "v=DKIM1; p=" }], "s1", "broken"],
  [[{ selector: "s1", text: "v=DKIM1; p= ; t=s" }], "s1", "broken"],
  [[], "s1", "broken"],
  [[], "", "unknown"],
])("the DKIM keys %j with the selector '%s' are %s", (keys, entered, state) => {
  expect(checkDkim(DOMAIN, keys, entered).state).toBe(state);
});

test.each([
  [[], "broken"],
  [["v=spf1 -all"], "broken"],
  [["v=DMARC1"], "broken"],
  [["v=DMARC1; p=perhaps"], "broken"],
  [["v=DMARC1; p=none", "v=DMARC1; p=reject"], "broken"],
  [["v=DMARC1; p=none; rua=mailto:a@birch.com"], "good"],
  [["v=DMARC1;p = reject;sp=none"], "good"],
])("the DMARC records %j are %s", (texts, state) => {
  expect(checkDmarc(DOMAIN, texts, "hello@birch.com").state).toBe(state);
});

test("DMARC is looked for at the domain and its parents, but not at the top", () => {
  expect(dmarcNames("a.mail.birch.com")).toEqual([
    "_dmarc.a.mail.birch.com",
    "_dmarc.mail.birch.com",
    "_dmarc.birch.com",
  ]);
  expect(dmarcNames("birch.com")).toEqual(["_dmarc.birch.com"]);
});

test("a selector is one or more DNS labels", () => {
  for (const right of ["google", "s1", "2024-05", "k1.mail", "a_b"]) expect(right).toMatch(SELECTOR);
  for (const wrong of ["", "-a", "a-", "a..b", "a b", "a;b", "x".repeat(64)])
    expect(wrong).not.toMatch(SELECTOR);
});
