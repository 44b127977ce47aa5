import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { openLog } from "./log.server";

function logged(entry: object): string {
  let line = "";
  openLog("info", { write: (text) => (line += text) }).error(entry, "it failed");
  return line;
}

test("a failed query is logged with its statement and cause, without its values", () => {
  const cause = Object.assign(new Error("duplicate key value"), { detail: "Key (email)=(ada@mail.example)" });
  const query = "insert into bookings values ($1, $2)";
  const line = logged({
    err: new DrizzleQueryError(query, ["ada@mail.example", "Beware\n    at the dog"], cause),
  });
  expect(line).not.toMatch(/ada@|the dog/);
  expect(JSON.parse(line).err).toMatchObject({
    message: `Failed query: ${query}: duplicate key value`,
    stack: expect.stringContaining("log.server.test.ts"),
  });
});

test("an error of PostgreSQL is logged without the row", () => {
  const err = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    detail: "Key (email)=(ada@…)",
  });
  expect(logged({ err })).not.toContain("ada@");
  expect(JSON.parse(logged({ err })).err).toMatchObject({ message: "duplicate key value", code: "23505" });
});

test("a broken connection is logged without its connection settings", () => {
  const err = Object.assign(new Error("terminating connection"), { code: "57P01", client: { user: "site" } });
  expect(JSON.parse(logged({ err })).err).toEqual({
    type: "Error",
    message: "terminating connection",
    stack: expect.any(String),
    code: "57P01",
  });
});

test("fields named like secrets are masked", () => {
  expect(logged({ form: { card: "4242", cookie: "draft", city: "Epsom" } })).toContain(
    '"form":{"card":"[hidden]","cookie":"[hidden]","city":"Epsom"}',
  );
});

test("the secret part of a calendar's address is masked anywhere in a line", () => {
  const err = new Error('You made a POST request to "/calendar/fffffffff.ics" but there is no action');
  const line = logged({ err, path: "/calendar/fffffffff.ics" });
  expect(line).not.toContain("fffffffff");
  expect(JSON.parse(line).path).toBe("/calendar/[secret]");
});

test.each([
  ["/api/bookings/0b3c.signature", "/api/bookings/[secret]"],
  ["/API/Bookings/0b3c.signature?fields=status", "/API/Bookings/[secret]?fields=status"],
  ["/bookings/17?key=signature&day=2026-06-01", "/bookings/17?key=[secret]&day=2026-06-01"],
  ["/reset-password?token=signature", "/reset-password?token=[secret]"],
  ["/login?redirect=%2Finvitation%3Ftoken%3Dsignature", "/login?redirect=%2Finvitation%3Ftoken%3D[secret]"],
  [
    "/proof?to=%2Fbookings%2F17%3Fkey%3Dsignature%26day%3D1",
    "/proof?to=%2Fbookings%2F17%3Fkey%3D[secret]%26day%3D1",
  ],
  ["/payment-success?session_id=signature", "/payment-success?session_id=[secret]"],
  [
    "/api/auth/callback/google?state=signature&code=signature",
    "/api/auth/callback/google?state=[secret]&code=[secret]",
  ],
])("what a customer holds is masked in %s, as a field and in an error", (path, masked) => {
  const line = logged({ path, err: new Error(`No route matches URL "https://site.example${path}"`) });
  expect(line).not.toContain("signature");
  expect(JSON.parse(line)).toMatchObject({ path: masked, err: { message: expect.stringContaining(masked) } });
});
