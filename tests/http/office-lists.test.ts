import { beforeEach, expect, test } from "vitest";
import { testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { pool, get, clear } = site;
beforeEach(clear);

test.each([
  ["/admin/bookings", "row_counts", "Failed to fetch bookings"],
  ["/admin/customers", "row_counts", "Failed to fetch customers"],
  ["/admin/orders", "row_counts", "Failed to fetch orders"],
  ["/admin/messages", "row_counts", "Failed to fetch messages"],
  ["/admin/applications", "row_counts", "Failed to fetch applications"],
  ["/admin/reviews", "row_counts", "Failed to fetch reviews"],
  ["/admin/newsletter", "row_counts", "Failed to fetch subscribers"],
  ["/admin/mail", "row_counts", "Failed to fetch mails"],
  ["/admin/content", "article_votes", "Failed to fetch articles"],
  ["/admin/activity", "audit_log", "Failed to fetch the activity"],
])("%s says in place of the list that it can't be read", async (address, table, message) => {
  const { cookie } = await signedIn(site, { role: "admin" });
  await pool.query(`alter table ${table} rename to away`);
  const response = await get(address, { Cookie: cookie });
  await pool.query(`alter table away rename to ${table}`);
  const text = visibleText(await response.text());
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("30");
  expect(text).toContain(`Error${message}`);
});
