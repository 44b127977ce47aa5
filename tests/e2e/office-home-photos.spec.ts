import sharp from "sharp";
import { expect, expectAccessible, test } from "../support/e2e";
import { logIn, signUp } from "./support/account";
import { toast } from "./support/booking-page";
import { aCrewDay, installed, join, officeOf, smallTargets, WORDS } from "./support/crew-day";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

test.use({
  viewport: { width: 390, height: 844 },
  expectedStatuses: [400],
  expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
});

/** A file as a person chooses it. */
async function aPicture(name: string) {
  const create = { width: 1200, height: 900, channels: 3, background: "#2a6" } as const;
  return { name, mimeType: "image/jpeg", buffer: await sharp({ create }).jpeg().toBuffer() };
}

test("photos of a home that its customer adds are on the crew's phone, also offline once they were seen", async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const customer = await signUp(context.request);
  const [home] = await askDatabase(
    `insert into properties (user_id, property_type, address_line1, city, state, zip_code, pets)
     select id, 'residential', '1 Elm Street', 'Pittsfield', 'NH', '03263', 'Two cats' from users where email = $1
     returning id`,
    [customer.email],
  );
  await logIn(context.request, customer);
  await page.goto("/profile?tab=property-details");
  await page.getByRole("link", { name: "Photos 1 Elm Street" }).click();
  await expect(page.getByRole("heading", { name: "Photos of 1 Elm Street" })).toBeVisible();
  await formComesAlive(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Caption").fill("Gate code 2580");
  await page.getByLabel("Photos", { exact: false }).setInputFiles(await aPicture("drive.jpg"));
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByText("Caption looks as if it held a code.")).toBeVisible();
  await page.getByLabel("Caption").fill("The drive");
  await page.getByLabel("Photos", { exact: false }).setInputFiles(await aPicture("drive.jpg"));
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(toast(page, "Photo added")).toBeVisible();
  await expect(page.getByRole("img", { name: "The drive" })).toBeVisible();
  await expectAccessible(page);

  const day = await aCrewDay("en");
  await askDatabase("update bookings set property_id = $1 where id = $2", [home?.id, day.first]);
  const office = await officeOf(browser, day);
  await join(page, office, WORDS.en);
  await installed(page);
  await page.getByRole("link", { name: /1 Elm Street/ }).click();
  await expect(page.getByText("Two cats")).toBeVisible();
  const photo = page.getByRole("link", { name: "The drive" }).locator("img");
  const isSeen = () => photo.evaluate((one: HTMLImageElement) => one.naturalWidth > 0);
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(isSeen).toBe(true);
  expect(await smallTargets(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await context.setOffline(true);
  await page.reload();
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(isSeen).toBe(true);
  await office.context().close();
});
