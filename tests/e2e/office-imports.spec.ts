import { expect, expectAccessible, test } from "../support/e2e";
import { csvText } from "../support/imports";
import { demoAdministrator, logIn } from "./support/account";

const CUSTOMERS = csvText(
  ["Customer ID", "First name", "Last name", "Email", "Street", "City", "State", "ZIP code"],
  ["m1", "Rosa", "Varga", "rosa.varga@mail.example", "21 Moving Way", "Concord", "NH", "03301"],
  ["m2", "Otto", "Lenz", "otto.lenz@mail.example", "22 Moving Way", "Concord", "NH", "03301"],
);

/** A Wednesday some weeks ahead, on which nobody has a visit so late. */
function dayAhead() {
  const day = Temporal.Now.plainDateISO("America/New_York").add({ days: 45 });
  return day.add({ days: (10 - day.dayOfWeek) % 7 });
}

test("customers and their visits move in, a clash is answered, and the import is undone", async ({
  page,
}) => {
  const { year, month, day } = dayAhead();
  const date = `${month}/${day}/${year}`;
  const head = [
    "Booking ID",
    "Email",
    "Service",
    "Date",
    "Start time",
    "Duration",
    "Team",
    "Status",
    "Total",
  ];
  const ahead = [date, "5:00 PM", "1 hour", "Squad Blue", "Upcoming", "$120.00"];
  const visits = csvText(
    head,
    ["v1", "rosa.varga@mail.example", "Standard", ...ahead],
    ["v2", "otto.lenz@mail.example", "Standard", ...ahead],
    [
      "v3",
      "rosa.varga@mail.example",
      "Standard",
      "3/4/2025",
      "9:00 AM",
      "2 hours",
      "",
      "Completed",
      "$99.00",
    ],
  );
  await logIn(page.request, await demoAdministrator());

  /** Uploads a file and does its dry run. */
  async function upload(name: string, text: string) {
    await page.goto("/admin/imports");
    const file = { name, mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.getByLabel("Import a file").setInputFiles(file);
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByRole("button", { name: "Start the dry run" }).click();
    await expect(page.getByRole("heading", { name: "Ready to import" })).toBeVisible({ timeout: 30_000 });
  }
  const start = async () => {
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Undo" })).toBeVisible({ timeout: 30_000 });
  };

  await upload("customers.csv", CUSTOMERS);
  await start();
  await upload("visits.csv", visits);
  await expect(page.getByText("The service “Standard” is not one of yours.").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Crew “Squad Blue” (2)").selectOption({ label: "Birch crew" });
  await page.getByLabel("Service “Standard” (3)").selectOption({ label: "Regular Cleaning" });
  await page.getByRole("button", { name: "Save, and do the dry run again" }).click();
  await expect(page.getByText("1 conflict has no answer.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Its crew has the visit of line 2 then.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("table").getByRole("button", { name: "Another free crew" }).click();
  await expect(page.getByText("1 conflict has no answer.")).toBeHidden();
  await start();

  await page.goto(`/admin/schedule?view=day&date=${dayAhead()}`);
  await expect(page.getByText("Rosa Varga").first()).toBeVisible();
  await expect(page.getByText("Otto Lenz").first()).toBeVisible();
  await page.goto("/admin/bookings?q=Rosa+Varga");
  await expect(page.getByText("Mar 04, 2025")).toBeVisible();

  await page.goto("/admin/imports");
  await page.getByRole("link", { name: "Open the import of visits.csv" }).click();
  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByText("This import was undone")).toBeHidden();
  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("This import was undone")).toBeVisible();
  await page.goto(`/admin/schedule?view=day&date=${dayAhead()}`);
  await expect(page.getByText("Rosa Varga")).toHaveCount(0);

  await page.goto("/admin/imports");
  await expect(page.getByRole("link", { name: "Customers", exact: true }).first()).toHaveAttribute(
    "aria-current",
    "page",
  );
  await page.getByLabel("Import a file").setInputFiles({
    ...{ name: "other.csv", mimeType: "text/csv" },
    buffer: Buffer.from(csvText(["First name", "Email"], ["Ada", "ada.never@mail.example"])),
  });
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByRole("button", { name: "Remove this import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByRole("button", { name: "Start the dry run" })).toBeVisible();
  await page.getByRole("button", { name: "Remove this import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the import" }).click();
  await expect(page).toHaveURL(/\/admin\/imports$/);
  await expect(page.getByRole("link", { name: "Open the import of other.csv" })).toHaveCount(0);
});
