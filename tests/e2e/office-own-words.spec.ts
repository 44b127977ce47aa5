import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";

// A form is refused once, and the preview fails once. The check of accessibility looks into the frame, which runs no script.
test.use({ expectedStatuses: [400, 502], expectedErrors: [/frame is sandboxed/] });

test("the office writes its own words beside a live preview, publishes, compares and restores them", async ({
  page,
}) => {
  await logIn(page.request, await demoAdministrator());
  const toast = page.getByRole("region", { name: "Notifications" });
  await page.goto("/admin/content");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Edit Frequently Asked Questions" }).click();
  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(preview.getByText("How do I book a cleaning?")).toBeVisible();
  const text = page.getByRole("textbox", { name: "Text" });
  await text.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  await page.keyboard.insertText("## Do you shovel snow?\n\n[Yes](javascript:alert(1)), {company} does.");
  await expect(preview.getByText("Do you shovel snow?")).toBeVisible();
  await expect(preview.getByText("White Birch Cleaning does.")).toBeVisible();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("The link in line 3 must begin with https://")).toBeVisible();
  await text.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");

  await page.route("**/preview", (route) => route.fulfill({ status: 502 }), { times: 1 });
  await page.keyboard.insertText("## Do you shovel snow?\n\n[Yes](/book), at ten.");
  await expect(page.getByText("The preview could not be drawn.")).toBeVisible();
  await expect(text).toContainText("at ten.");
  await page.getByRole("link", { name: "Blog and site content" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(toast.getByText("Published")).toBeVisible();
  await expect(page.getByText("Own text")).toBeVisible();
  await expect(preview.getByText("at ten.")).toBeVisible();
  await expectAccessible(page);

  await text.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(" Also on Sundays.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toast.getByText("Draft saved")).toBeVisible();
  await page.getByRole("link", { name: "Versions" }).click();
  await expect(page.getByRole("insertion")).toContainText("Also on Sundays.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await expect(toast.getByText("Version 1 restored as a draft")).toBeVisible();
  await page.goto("/faq");
  await page.getByText("Do you shovel snow?").click();
  await expect(page.getByText("at ten.")).toBeVisible();
});

test("the office gives a service a text of its own, and its card leads to it", async ({ page }) => {
  await logIn(page.request, await demoAdministrator());
  await page.goto("/admin/services/deep-cleaning");
  await page.getByRole("link", { name: "Text of its page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deep Cleaning");
  await expect(page.locator(".cm-content")).toBeVisible();
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.insertText("## How we go about it\n\nFrom the ceiling down.");
  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(preview.getByRole("heading", { name: "How we go about it" })).toBeVisible();
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("Own text")).toBeVisible();
  await page.goto("/services");
  await page.getByRole("link", { name: "More about Deep Cleaning" }).click();
  await expect(page.getByText("From the ceiling down.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("article").getByRole("link", { name: "Book Now" }).click();
  await expect(page).toHaveURL(/\/book\?service=deep-cleaning/);
});

/** Making a picture takes some seconds. */
const MADE = { timeout: 30_000 };

test("the office adds pictures to a text where the cursor is, by choosing, dropping and from those that are there", async ({
  page,
}) => {
  await logIn(page.request, await demoAdministrator());
  await page.goto("/admin/content/about");
  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  const text = page.getByRole("textbox", { name: "Text" });
  const write = async (words: string) => {
    await text.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Backspace");
    await page.keyboard.insertText(words);
  };
  await expect(page.locator(".cm-content")).toBeVisible();
  await write("# Us\n\nHello.\n\n");
  await page.getByText("Add a picture").click();
  await expectAccessible(page);
  const alt = page.getByRole("textbox", { name: "What it shows" });
  const add = page.getByRole("button", { name: "Add to the text" }).first();
  await page.getByLabel("New picture").setInputFiles("app/assets/made/service-deep-480x360.webp");
  await add.click();
  await expect(page.getByText("Say what the picture shows, or that it only decorates.")).toBeVisible();
  await alt.fill("A bathtub");
  await add.click();
  await expect(text).toContainText(/!\[A bathtub\]\(\/pictures\/\d+\)/, MADE);
  await expect(preview.getByRole("img", { name: "A bathtub" })).toBeVisible();
  await expect(alt).toHaveValue("");

  const dropped = await page.evaluateHandle(async () => {
    const canvas = new OffscreenCanvas(600, 400);
    canvas.getContext("2d")?.fillRect(0, 0, 600, 400);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], "dark.png", { type: "image/png" }));
    return data;
  });
  await text.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(alt).toBeFocused();
  await page.getByLabel("It only decorates").check();
  await add.click();
  await expect(text).toContainText(/!\[\]\(\/pictures\/\d+ "decorative"\)/, MADE);

  await write("# Us\n\n");
  await page.reload();
  await expect(page.locator(".cm-content")).toBeVisible();
  await text.click();
  await page.getByText("Add a picture").click();
  await page.getByLabel("Or one that is there").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Add to the text" }).last().click();
  await expect(text).toContainText("A bathtub");
  await page.goto("/admin/content/pictures");
  await expect(page.getByText("A bathtub")).toBeVisible();
  await expectAccessible(page);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an article is written, published and found at the address that was chosen", async ({ page }) => {
    await logIn(page.request, await demoAdministrator());
    await page.goto("/admin/content/article-new");
    await page.getByLabel("Title").fill("Snow on the sill");
    await page.getByLabel("Summary").fill("What it does.");
    await page.getByLabel("Category").fill("Seasonal");
    await page.getByLabel("Address").fill("snow-on-the-sill");
    await page.getByLabel("Text", { exact: true }).fill("It melts.");
    await page.getByRole("button", { name: "Publish now" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Snow on the sill");
    await page.goto("/blog/snow-on-the-sill");
    await expect(page.getByText("It melts.")).toBeVisible();
  });
});
