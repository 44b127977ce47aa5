import { expect, type Locator, type Page } from "@playwright/test";
import { inWords, monthInWords } from "./days";

export const ADDRESS = { Street: "14 Barnstead Road", City: "Pittsfield", State: "NH", "ZIP code": "03263" };
export type AddressLine = keyof typeof ADDRESS;

type Tab = "Service" | "Date & Time" | "Details" | "Location";

/** /book as its visitor sees it. */
export function bookingPage(page: Page) {
  const summary = page.getByRole("complementary", { name: "Booking Summary" });
  const tab = (name: Tab) => page.getByRole("tab", { name });
  const service = (title: string) => page.getByRole("radio", { name: title, exact: true });
  const day = (date: string) => page.getByRole("radio", { name: inWords(date) });
  const slot = (time: string) => page.getByRole("radio", { name: time });

  async function open(search = "") {
    await page.goto(`/book${search}`);
    await expect(page.getByRole("heading", { name: "Book a Cleaning", level: 1 })).toBeVisible();
  }

  /** Pages on to the month of the day. */
  async function showMonthOf(date: string) {
    const nextMonth = page.getByRole("button", { name: "Next month" });
    const month = page.getByText(/^[A-Z][a-z]+ 20\d\d$/);
    while ((await month.textContent()) !== monthInWords(date)) {
      const shown = (await month.textContent()) ?? "";
      await nextMonth.click();
      await expect(month).not.toHaveText(shown);
    }
  }

  async function chooseDay(date: string) {
    await tab("Date & Time").click();
    await showMonthOf(date);
    await press(day(date));
  }

  /** Answers the first free time after choosing it. */
  async function chooseFirstFreeTime(): Promise<string> {
    const free = page.getByRole("group", { name: "Time" }).getByRole("radio", { disabled: false }).first();
    await press(free);
    return free.inputValue();
  }

  async function fillAddress(lines: Partial<typeof ADDRESS> = ADDRESS) {
    await tab("Location").click();
    for (const [label, value] of Object.entries(lines)) await page.getByLabel(label).fill(value);
  }

  /** Everything that is asked for; answers the time. */
  async function fillIn(date: string): Promise<string> {
    await chooseDay(date);
    const time = await chooseFirstFreeTime();
    await fillAddress();
    return time;
  }

  return {
    summary,
    tab,
    service,
    day,
    slot,
    open,
    showMonthOf,
    chooseDay,
    chooseFirstFreeTime,
    fillAddress,
    fillIn,
    proceed: summary.getByRole("button", { name: "Proceed to Payment" }),
    processing: summary.getByRole("button", { name: "Processing..." }),
    type: (name: "Residential" | "Commercial") => page.getByRole("button", { name, exact: true }),
    field: (label: string) => page.getByLabel(label, { exact: true }),
    missing: summary.getByText(/^Still missing:/),
    toast: (title: string) => page.getByRole("region", { name: "Notifications" }).getByText(title),
  };
}

/** Presses what a person would press: the words beside a radio button are its label. */
async function press(radio: Locator): Promise<void> {
  await radio.locator("xpath=ancestor::label").click();
  await expect(radio).toBeChecked();
}
