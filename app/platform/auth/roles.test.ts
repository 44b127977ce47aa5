import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { needsOf, OFFICE_PAGES } from "./office-pages";
import {
  may,
  PERMISSIONS,
  type Permission,
  parseRole,
  permissionsOf,
  rolesBelow,
  STAFF_ROLES,
} from "./roles";

const used = Object.values(OFFICE_PAGES).flatMap(({ read, post }) => [
  read,
  ...(typeof post === "object" ? Object.values(post) : post ? [post] : []),
]);

test("each permission is needed by a page or a form", () => {
  const idle = (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => !used.includes(permission));
  expect(idle).toEqual(["lists.export"]);
  expect(needsOf("/admin/orders.csv")).toEqual(["orders.read", "lists.export"]);
});

test("an owner may do everything, a user and a crew nothing in the office", () => {
  expect(permissionsOf("owner")).toEqual(Object.keys(PERMISSIONS));
  for (const role of ["user", "crew_lead", "crew_member"] as const) expect(permissionsOf(role)).toEqual([]);
});

test.each([
  ["dispatcher", ["orders.refund", "prices.edit", "lists.export", "settings.edit", "staff.edit"]],
  ["bookkeeper", ["bookings.edit", "bookings.cancel", "prices.edit", "settings.edit", "staff.edit"]],
  ["manager", ["site.reset"]],
] as const)("a %s may not do what is for others", (role, forbidden) => {
  for (const permission of forbidden) expect(may(role, permission), permission).toBe(false);
});

test("stored roles are read: the only one of old is owner, an unknown one is user", () => {
  expect(["admin", "owner", "dispatcher", "root", null].map(parseRole)).toEqual([
    ...["owner", "owner", "dispatcher", "user", "user"],
  ]);
});

test("only an owner gives the roles of an owner and a manager", () => {
  expect(rolesBelow("owner")).toEqual(STAFF_ROLES);
  expect(rolesBelow("manager")).not.toContain("manager");
  for (const role of ["dispatcher", "bookkeeper", "user"] as const) expect(rolesBelow(role)).toEqual([]);
});

test.each([
  ["/admin/crews/new", undefined, ["crews.edit"]],
  ["/admin/crews/1", undefined, ["crews.read"]],
  ["/admin/orders/1", "refund", ["orders.read", "orders.refund"]],
  ["/admin/orders/1", "toString", ["orders.read", "orders.refund"]],
  ["/admin/orders", "refund", null],
  ["/admin/settings/advanced", "reset", ["backups.read", "site.reset"]],
  ["/admin/imports/1", "commit", ["imports.read", "imports.commit"]],
  ["/admin/imports/1", "answer", ["imports.read", "imports.edit"]],
  ["/admin/no/such/page", undefined, ["office.enter"]],
  ["/admin/no/such/page", "save", null],
  ["/admin/settings", "save", ["settings.read", "settings.edit"]],
  ["/admin/settings", "remove-secret", ["settings.read", "settings.connect"]],
] as const)("%s with the form %s needs what its row says", (path, intent, needs) => {
  expect(needsOf(path, intent === undefined ? undefined : { intent })).toEqual(needs);
});

test("the tabs of the settings need what their rows say", () => {
  const saving = (tab: string) => needsOf("/admin/settings", { intent: "save", tab })?.at(-1);
  expect([saving("email"), saving("payments"), saving("general")]).toEqual([
    "settings.connect",
    "settings.connect",
    "settings.edit",
  ]);
});

test("what pages hide from a role is named after a permission", () => {
  const files = globSync("app/**/*.tsx").map((file) => readFileSync(file, "utf8"));
  const named = files.flatMap((text) => [
    ...[...text.matchAll(/<Allowed to="([^"]+)">/g), ...text.matchAll(/useAllowed\("([^"]+)"\)/g)].map(
      ([, name]) => name,
    ),
  ]);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !(String(name) in PERMISSIONS))).toEqual([]);
});
