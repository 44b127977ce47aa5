import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn, signUp } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

test.use({ expectedStatuses: [400] });

/** A home whose instructions hold a code, of a customer who is signed in. */
async function aHome(email: string): Promise<string> {
  const [row] = await askDatabase(
    `insert into properties (user_id, property_type, address_line1, city, state, zip_code, special_instructions)
     select id, 'residential', '7 Elm Street', 'Pittsfield', 'NH', '03263', 'Two dogs. Lockbox 4711' from users
     where email = $1 returning id`,
    [email],
  );
  return row?.id ?? "";
}

for (const [colorScheme, width] of [
  ["light", 390],
  ["dark", 1440],
] as const) {
  test.describe(`in ${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test("a customer saves a code and moves another out of a note; the office reads them once it asks", async ({
      page,
      context,
      browser,
    }) => {
      test.slow();
      const { email } = await signUp(context.request);
      const home = await aHome(email);
      await page.goto("/profile?tab=property-details");
      await page.getByRole("link", { name: "Keep it safe" }).click();
      await expect(page.getByRole("heading", { name: "Entry codes of 7 Elm Street" })).toBeVisible();
      await formComesAlive(page);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Move to entry codes" }).click();
      await expect(toast(page, "Code sealed")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Codes in notes" })).toBeHidden();

      await page.getByRole("radio", { name: "Alarm" }).check({ force: true });
      await page.getByLabel("What it opens").fill("Alarm 1234");
      await page.getByLabel("Code or hiding place").fill("1234*");
      await page.getByRole("button", { name: "Save code" }).click();
      await expect(page.getByText("Leave the code itself out of what it opens")).toBeVisible();
      await expect(page.getByLabel("Code or hiding place")).toHaveValue("1234*");
      await page.getByLabel("What it opens").fill("Hallway");
      await page.getByLabel("What it opens").press("Enter");
      await expect(page.getByRole("heading", { name: "Hallway" })).toBeVisible();
      await expect(page.getByLabel("Code or hiding place")).toHaveValue("");
      await expect(page.getByRole("main")).not.toContainText("1234*");

      const office = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      await logIn(office.request, await demoAdministrator());
      const desk = await office.newPage();
      await desk.goto(`/admin/homes/${home}/codes`);
      await formComesAlive(desk);
      await expectNoSidewaysScroll(desk);
      await expectAccessible(desk);
      await expect(desk.getByRole("main")).not.toContainText("1234*");
      await desk.getByRole("button", { name: "Show codes" }).click();
      await expect(desk.getByText("1234*", { exact: true })).toBeVisible();
      await expect(desk.getByText("4711", { exact: true })).toBeVisible();
      await office.close();

      await page.reload();
      await expect(page.getByText("Our office").first()).toBeVisible();
    });
  });
}
