import { beforeEach, expect, test } from "vitest";
import { testApp } from "../support/app";
import { officeVisitor } from "../support/office-visitor";
import { toastOf } from "../support/visitor";

/** Every limit allows one try. */
const site = await testApp({ rateLimitFactor: 0.001 });
const { pool, clear } = site;
const { post, signIn } = officeVisitor(site);

const NOBODY = "00000000-0000-4000-8000-000000000000";

beforeEach(async () => {
  await clear();
  await pool.query("delete from rate_limits");
  await signIn();
});

test.each([
  ["/admin/settings?tab=email", { tab: "email", intent: "test-mail" }, 422, "Too many test emails"],
  ["/admin/settings?tab=payments", { tab: "payments", intent: "test-stripe" }, 422, "Too many test charges"],
  [
    "/admin/setup/payments",
    { intent: "test-stripe", without_provider: "no_bookings" },
    422,
    "Too many test charges",
  ],
  ["/admin/settings/going-live", { intent: "check" }, 303, "Too many checks"],
  ["/admin/settings/advanced", { intent: "backup" }, 303, "Too many backups"],
  ["/admin/settings/advanced", { intent: "check", id: NOBODY }, 404, "Too many backups"],
  [`/admin/webhooks/${NOBODY}`, { intent: "test" }, 404, "Too many events"],
  [`/admin/webhooks/deliveries/${NOBODY}`, { intent: "again", attempts: "1" }, 404, "Too many events"],
  [`/admin/mail/${NOBODY}`, { intent: "again", attempts: "1" }, 404, "Too many emails"],
])(
  "what %s sends as %o is answered once, then refused with how long to wait",
  async (path, form, status, says) => {
    expect(await post(path, form)).toMatchObject({ status });
    const refused = await post(path, form);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain(says);
    expect(refused.text).toMatch(/Please wait (an hour|a few minutes)\./);
  },
);

test.each([
  ["/admin/users", { intent: "send-again", invitation: NOBODY }],
  ["/admin/gift-cards", { intent: "resend", id: NOBODY }],
])("what %s sends again by email is refused when it is too often", async (path, form) => {
  expect(toastOf((await post(path, form)).response)?.description ?? "").not.toContain("Too many");
  expect(toastOf((await post(path, form)).response)?.description).toContain(
    "Too many emails were sent again",
  );
});
