import { describe, expect, test } from "vitest";
import {
  checkAnswer,
  checkCertificate,
  checkOpened,
  checkOrigin,
  checkProxy,
  checkRedirect,
  publicHost,
} from "./address";

const HOST = "www.birch.com";
const PLACE = { host: HOST, port: 3000 };

test.each([
  [null, "broken", "doesn't know its own address"],
  ["http://localhost:3000", "broken", "nobody else can reach"],
  ["https://192.0.2.7", "broken", "nobody else can reach"],
  ["https://site.example", "broken", "nobody else can reach"],
  ["http://www.birch.com", "broken", "unencrypted"],
  ["https://www.birch.com", "good", "https://www.birch.com"],
])("the address %s is %s", (origin, state, says) => {
  expect(checkOrigin({ origin })).toMatchObject({ state, says: expect.stringContaining(says) });
});

test("addresses of this machine, numbers and reserved names are never connected to", () => {
  const none = [
    null,
    "http://localhost",
    "https://10.0.0.1",
    "https://[::1]",
    "https://a.internal",
    "https://birch",
  ];
  expect(none.map(publicHost)).toEqual(none.map(() => null));
  expect(publicHost("https://www.birch.com:8443")).toBe(HOST);
});

test("a page that was opened elsewhere than at ORIGIN says both addresses", () => {
  const origin = "https://www.birch.com";
  expect(checkOpened({ origin, host: "www.birch.com" })).toBeNull();
  expect(checkOpened({ origin: null, host: "localhost:3000" })).toBeNull();
  expect(checkOpened({ origin, host: "birch.com" })).toMatchObject({
    state: "todo",
    says: expect.stringMatching(/at birch\.com, but ORIGIN says www\.birch\.com/),
  });
});

test.each([
  [{ problem: null, days_left: 60, names: HOST }, "good", "60 days"],
  [{ problem: null, days_left: 14, names: HOST }, "good", "14 days"],
  [{ problem: null, days_left: 13, names: HOST }, "todo", "13 days"],
  [{ problem: null, days_left: 4, names: HOST }, "todo", "4 days"],
  [{ problem: null, days_left: 3, names: HOST }, "broken", "3 days"],
  [{ problem: "CERT_HAS_EXPIRED", days_left: 0, names: HOST }, "broken", "has expired"],
  [
    { problem: "ERR_TLS_CERT_ALTNAME_INVALID", days_left: 60, names: "oak.com" },
    "broken",
    "It names oak.com.",
  ],
  [
    { problem: "DEPTH_ZERO_SELF_SIGNED_CERT", days_left: 60, names: HOST },
    "broken",
    "nobody that browsers trust",
  ],
  [{ problem: "SOMETHING_NEW", days_left: 60, names: HOST }, "broken", "(SOMETHING_NEW)"],
])("the certificate %j is %s", (certificate, state, says) => {
  expect(checkCertificate(HOST, certificate)).toMatchObject({ state, says: expect.stringContaining(says) });
});

describe("what answers at the address", () => {
  test.each([
    [{ who: "this site", forwarded: true }, "good", undefined],
    [{ who: "another", status: 200 }, "broken", "A 203.0.113.10"],
    [{ who: "another", status: 502 }, "broken", "systemctl restart white-birch"],
    [{ who: "nobody", code: "ENOTFOUND" }, "broken", "www.birch.com. A"],
    [{ who: "nobody", code: "ECONNREFUSED" }, "broken", "reverse_proxy 127.0.0.1:3000"],
    [{ who: "nobody", code: "EAI_AGAIN" }, "unknown", "resolvectl status"],
    [{ who: "nobody", code: "ABORT_ERR" }, "unknown", undefined],
  ] as const)("%j is %s", (answer, state, mend) => {
    const finding = checkAnswer(PLACE, answer);
    expect(finding.state).toBe(state);
    if (mend) expect(finding.mend?.copy?.text).toContain(mend);
    else expect(finding.mend?.copy).toBeUndefined();
  });
});

test.each([
  [{ status: 308, location: "https://www.birch.com/" }, "good"],
  [{ status: 301, location: "https://www.oak.com/" }, "broken"],
  [{ status: 302, location: null }, "broken"],
  [{ status: 200, location: null }, "broken"],
  [{ code: "ECONNREFUSED" }, "todo"],
  [{ code: "ETIMEDOUT" }, "unknown"],
])("http:// that answers %j is %s", (plain, state) => {
  expect(checkRedirect(HOST, plain).state).toBe(state);
});

test.each([
  [true, true, "good", undefined],
  [false, false, "good", undefined],
  [true, false, "broken", "TRUST_PROXY=true"],
  [false, true, "broken", "TRUST_PROXY=false"],
])("a request that was forwarded (%s) with TRUST_PROXY=%s is %s", (forwarded, trusted, state, mend) => {
  const finding = checkProxy({ trusted }, { who: "this site", forwarded });
  expect([finding?.state, finding?.mend?.copy?.text]).toEqual([state, mend]);
});

test("whether there is a proxy is not judged until the site itself answers", () => {
  for (const answer of [null, { who: "another", status: 200 }, { who: "nobody", code: "ENOTFOUND" }] as const)
    expect(checkProxy({ trusted: true }, answer)).toBeNull();
});
