import { expect, test } from "vitest";
import { isBounce } from "./bounce";

const said = (response: string, command = "RCPT TO") => ({
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

test.each([
  said("550 No such user here"),
  said("551 User not local"),
  said("553 Mailbox name not allowed"),
  said("550 5.1.1 The account does not exist"),
  said("550-5.1.1 The account\n550 5.1.1 does not exist"),
  said("550 5.2.1 The account is disabled"),
  said("554 5.1.1 Unknown recipient", "DATA"),
])("the address is refused for good: %o", (error) => {
  expect(isBounce(error)).toBe(true);
});

test.each([
  said("450 4.2.1 Try again later"),
  said("451 Greylisted"),
  said("552 5.2.2 Mailbox full"),
  said("550 5.7.1 Blocked by policy"),
  said("550 5.7.26 Unauthenticated mail"),
  said("554 Rejected as spam"),
  said("550 Rejected as spam", "DATA"),
  said("553 5.1.8 Bad sender's system address", "MAIL FROM"),
  said("550 5.1.7 Bad sender", "MAIL FROM"),
  said("550 Sender refused", "MAIL FROM"),
  said("535 5.7.8 Authentication failed", "AUTH PLAIN"),
  new Error("connect ECONNREFUSED"),
  null,
  "550",
])("the address is not at fault: %o", (error) => {
  expect(isBounce(error)).toBe(false);
});
