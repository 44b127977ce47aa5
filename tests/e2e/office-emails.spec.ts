import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { e2eDataDir } from "../support/e2e-data";
import { demoAdministrator, emailTo, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formWasOpen } from "./support/form-age";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

/** A person that no other test uses. */
function aPerson(first: string) {
  const word = randomUUID()
    .replaceAll("-", "")
    .slice(0, 10)
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? ""); // emails leave out a name with digits
  return { name: `${first} Q${word}`, email: `${first.toLowerCase()}.${word}@mail.example` };
}

async function writeMessage(page: Page, { name, email }: ReturnType<typeof aPerson>) {
  await page.goto("/contact", { waitUntil: "networkidle" });
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Message" }).fill("My cat hides from the vacuum. What now?");
  await formWasOpen(page, "contact");
  await page.locator("#contact-form [type=submit]").click();
  await expect(page.locator("body > [data-toast]")).toHaveText(/Message sent successfully!/);
}

async function apply(page: Page, { name, email }: ReturnType<typeof aPerson>) {
  await page.goto("/careers?apply=1", { waitUntil: "networkidle" });
  const field = (label: string) => page.locator("#apply-dialog").getByRole("textbox", { name: label });
  await field("Full Name").fill(name);
  await field("Email").fill(email);
  await field("Phone Number").fill("(603) 555-0177");
  await field("Cover Letter").fill("I have cleaned a hotel for two years and liked it.");
  await formWasOpen(page, "application:1");
  await page.locator("#apply-form [type=submit]").click();
  await expect(page.locator("body > [data-toast]")).toHaveText(/Application submitted successfully!/);
}

/** Calendar files of all emails that name this person, with folded lines joined. */
async function calendarFiles(name: string): Promise<string[]> {
  const { port } = new URL(test.info().project.use.baseURL ?? "");
  const folder = path.join(e2eDataDir(port), "mail");
  const names = (await readdir(folder)).filter((file) => file.endsWith(".ics"));
  const files = await Promise.all(names.map((file) => readFile(path.join(folder, file), "utf8")));
  return files.map((file) => file.replaceAll("\r\n ", "")).filter((file) => file.includes(name));
}

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: width < 600 ? 844 : 900 }, expectedStatuses: [400] });

    test("a message is answered by email, archived and restored", async ({ page }) => {
      test.slow();
      const writer = aPerson("Claire");
      await writeMessage(page, writer);
      await logIn(page.request, await demoAdministrator());
      const panel = page.getByRole("complementary", { name: writer.name });

      await test.step("it is found and its panel opened", async () => {
        await page.goto(`/admin/messages?q=${writer.email}`);
        await formComesAlive(page);
        await expect(page.getByText("1 message", { exact: true })).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.getByRole("link", { name: `Open the message of ${writer.name}` }).click();
        await expect(panel.getByText("My cat hides from the vacuum.")).toBeVisible();
        await expectAccessible(page);
      });

      await test.step("an empty reply is refused, and a canned one is inserted and sent", async () => {
        await panel.getByRole("button", { name: "Send Reply" }).click();
        await expect(panel.getByText("Please write a reply")).toBeVisible();
        await expect(panel.getByLabel("Reply", { exact: true })).toBeFocused();
        await panel.getByLabel("Insert a canned reply").selectOption({ label: "Pets at home" });
        await expect(panel.getByLabel("Reply", { exact: true })).toHaveValue(/^Hello Claire,/);
        await page.keyboard.type(" We like cats.");
        await panel.getByRole("button", { name: "Send Reply" }).click();
        await expect(toast(page, "Reply sent")).toBeVisible();
        await expect(panel.getByText("We like cats.")).toBeVisible();
        await expect(panel.getByText("Replied", { exact: true })).toBeVisible();
        expect(await emailTo(writer.email, "Re: Your message to")).toContain("We like cats.");
      });

      await test.step("archiving is undone", async () => {
        await panel.getByRole("button", { name: "Archive" }).click();
        await expect(toast(page, "Message archived")).toBeVisible();
        await expect(panel).toBeHidden();
        await page
          .getByRole("region", { name: "Notifications" })
          .getByRole("button", { name: "Undo" })
          .click();
        await expect(toast(page, "Message restored")).toBeVisible();
        await expect(panel.getByText("Replied", { exact: true })).toBeVisible();
      });
    });

    test("an applicant is invited, the interview moves, and the application is rejected", async ({
      page,
    }) => {
      test.slow();
      const applicant = aPerson("Noah");
      await apply(page, applicant);
      await logIn(page.request, await demoAdministrator());
      const panel = page.getByRole("complementary", { name: applicant.name });

      await test.step("the panel shows the application", async () => {
        await page.goto(`/admin/applications?q=${applicant.email}`);
        await formComesAlive(page);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.getByRole("link", { name: `Open the application of ${applicant.name}` }).click();
        await expect(panel.getByText("No resume attached")).toBeVisible();
        await expectAccessible(page);
      });

      await test.step("an invitation is sent with a calendar file", async () => {
        await panel.getByRole("link", { name: "Schedule Interview" }).click();
        await panel.getByRole("button", { name: "Send Invitation" }).click();
        await expect(panel.getByText("Please enter a location")).toBeVisible();
        await expect(panel.getByLabel("Location")).toBeFocused();
        await expectAccessible(page);
        await panel.getByLabel("Location").fill("At our office");
        await panel.getByRole("button", { name: "Send Invitation" }).click();
        await expect(toast(page, "Interview scheduled")).toBeVisible();
        await expect(panel.getByText("Invited", { exact: true })).toBeVisible();
        expect(await emailTo(applicant.email, "Your interview: ")).toContain("At our office");
        await expect.poll(async () => (await calendarFiles(applicant.name)).length).toBe(1);
      });

      await test.step("a new time changes the same entry", async () => {
        await panel.getByRole("link", { name: "Reschedule Interview" }).click();
        await panel.getByLabel("Time", { exact: true }).fill("14:30");
        await panel.getByRole("button", { name: "Send Update" }).click();
        await expect(toast(page, "Interview changed")).toBeVisible();
        await expect.poll(async () => (await calendarFiles(applicant.name)).length).toBe(2);
        const files = await calendarFiles(applicant.name);
        const ofEach = (name: string) =>
          files.map((file) => new RegExp(`^${name}:(.*)$`, "m").exec(file)?.[1]);
        expect(new Set(ofEach("UID")).size).toBe(1);
        expect(ofEach("SEQUENCE").sort()).toEqual(["0", "1"]);
      });

      await test.step("a rejection is confirmed and emailed", async () => {
        await panel.getByRole("link", { name: "Reject" }).click();
        await expect(panel.getByLabel("Email", { exact: true })).toHaveValue(/^Hi Noah,/);
        await panel.getByRole("button", { name: "Reject application" }).click();
        await expect(toast(page, "Application rejected")).toBeVisible();
        await expect(panel.getByLabel(`Status of ${applicant.name}`)).toHaveValue("rejected");
        expect(await emailTo(applicant.email, "Your application: ")).toContain("other applicants");
      });
    });
  });
}

test("a card of the pipeline moves by mouse and by keyboard, and back", async ({ page }) => {
  const applicant = aPerson("Imani");
  await apply(page, applicant);
  await logIn(page.request, await demoAdministrator());
  await page.goto(`/admin/applications?view=board&q=${applicant.email}`);
  await formComesAlive(page);
  await expectAccessible(page);
  const column = (name: string) => page.getByRole("region", { name });
  const card = page.getByRole("article").filter({ hasText: applicant.name });
  await card.dragTo(column("Reviewed"));
  await expect(toast(page, "Marked as reviewed")).toBeVisible();
  await expect(column("Reviewed").getByRole("article")).toContainText(applicant.name);
  await page.getByLabel(`Status of ${applicant.name}`).focus();
  await page.keyboard.press("ArrowDown");
  await expect(toast(page, "Marked as interviewed")).toBeVisible();
  await expect(column("Interviewed").getByRole("article")).toContainText(applicant.name);
  const notifications = page.getByRole("region", { name: "Notifications" });
  await notifications.getByRole("button", { name: "Undo" }).first().click(); // the newest is first
  await expect(column("Reviewed").getByRole("article")).toContainText(applicant.name);
});
