import { expect, test } from "vitest";
import { menuOf, pagesOf } from "./pages";

const menu = menuOf([]);

test("the menu has its groups in the order of the day, with the specification's labels", () => {
  expect(menu.map(({ label }) => label)).toEqual(["Today", "Customers", "Money", "Team", "Site", "Settings"]);
  const labels = menu.flatMap(({ items }) => items.map(({ label }) => label));
  for (const label of [
    ...["Dashboard", "Customers", "Bookings", "Services", "Orders", "Messages"],
    ...["Job Applications", "Settings"],
  ])
    expect(labels).toContain(label);
});

test("each page is in the menu once, those that share an entry too", () => {
  const pages = pagesOf(menu).map(({ href }) => href);
  expect(new Set(pages).size).toBe(pages.length);
  for (const page of ["newsletter", "webhooks", "api-keys", "activity", "mail"])
    expect(pages).toContain(`/admin/${page}`);
});

test("pages that a role may not read are left out, and an entry leads to the first tab that is left", () => {
  const left = menuOf([
    ...["/admin/messages", "/admin/services", "/admin/orders", "/admin/coupons", "/admin/gift-cards"],
    "/admin/referrals",
    ...["/admin/activity", "/admin/sign-ins"],
  ]);
  const entries = left.flatMap(({ items }) => items.map(({ href, label }) => `${label} ${href}`));
  expect(entries).toContain("Demand /admin/requests");
  expect(entries).toContain("Emails /admin/mail");
  expect(left.map(({ label }) => label)).not.toContain("Money");
});

test("a home and an import stand under Customers", () => {
  const customers = menu.flatMap(({ items }) => items).find(({ href }) => href === "/admin/customers");
  expect(customers?.also).toEqual(["/admin/homes", "/admin/imports"]);
});
