import { expect, test } from "vitest";
import { isBounce } from "./bounce";

const refusal = (response: string, command = "RCPT TO") => ({
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

test.each([
  refusal("550 No such user here"),
  refusal("551 User not local"),
  refusal("553 Mailbox name not allowed"),
  refusal("550 5.1.1 The account does not exist"),
  refusal("550-5.1.1 The account\n550 5.1.1 does not exist"),
  refusal("550 5.2.1 The account is disabled"),
  refusal("554 5.1.1 Unknown recipient", "DATA"),
])("isBounce accepts a permanent refusal of the recipient: %o", (error) => {
  expect(isBounce(error)).toBe(true);
});

test.each([
  refusal("450 4.2.1 Try again later"),
  refusal("451 Greylisted"),
  refusal("552 5.2.2 Mailbox full"),
  refusal("550 5.7.1 Blocked by policy"),
  refusal("550 5.7.26 Unauthenticated mail"),
  refusal("554 Rejected as spam"),
  refusal("550 Rejected as spam", "DATA"),
  refusal("553 5.1.8 Bad sender's system address", "MAIL FROM"),
  refusal("550 5.1.7 Bad sender", "MAIL FROM"),
  refusal("550 Sender refused", "MAIL FROM"),
  refusal("535 5.7.8 Authentication failed", "AUTH PLAIN"),
  new Error("connect ECONNREFUSED"),
  null,
  "550",
])("isBounce rejects an error that isn't about the recipient: %o", (error) => {
  expect(isBounce(error)).toBe(false);
});
