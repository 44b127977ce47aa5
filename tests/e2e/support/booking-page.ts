import { expect, type Frame, type Locator, type Page } from "@playwright/test";
import { formatLongDay, formatMonth } from "./days";
import { formComesAlive } from "./hydration";

export const ADDRESS = { Street: "14 Barnstead Road", City: "Pittsfield", State: "NH", "ZIP code": "03263" };

export const TABS = ["Service", "Date & Time", "Details", "Location"] as const;
type Tab = (typeof TABS)[number];

/** /book, or the widget in its frame. */
export function bookingPage(page: Page | Frame) {
  const summary = page.getByRole("complementary", { name: "Booking Summary" });
  const times = page.getByRole("group", { name: "Time" });
  const tab = (name: Tab) => page.getByRole("tab", { name });
  const day = (date: string) => page.getByRole("radio", { name: formatLongDay(date) });
  const slot = (time: string) => times.getByRole("radio", { name: new RegExp(`^${time}`) });

  async function arrive() {
    await expect(page.getByRole("heading", { name: "Book a Cleaning", level: 1 })).toBeVisible();
    await formComesAlive(page);
  }

  /** Opens the page with this query, for example "?type=commercial". */
  async function open(query = "") {
    await page.goto(`/book${query}`);
    await arrive();
  }

  async function go(name: Tab) {
    await tab(name).click();
    await expect(tab(name)).toHaveAttribute("aria-selected", "true");
  }

  /** Pages to the month of the day. */
  async function showMonthOf(date: string) {
    const month = page.getByText(/^[A-Z][a-z]+ \d{4}$/);
    for (let shown = await month.innerText(); shown !== formatMonth(date); shown = await month.innerText()) {
      await page.getByRole("button", { name: "Next month" }).click();
      await expect(month).not.toHaveText(shown);
    }
    await expect(day(date)).toBeVisible();
  }

  async function chooseDay(date: string) {
    await go("Date & Time");
    await showMonthOf(date);
    await choose(day(date));
  }

  /** Chooses the first free time of the day and returns it. */
  async function chooseFirstFreeTime(): Promise<string> {
    const free = times.getByRole("radio", { disabled: false }).first();
    await choose(free);
    return free.inputValue();
  }

  async function fillAddress(lines: Partial<typeof ADDRESS> = ADDRESS) {
    await go("Location");
    for (const [label, value] of Object.entries(lines)) await page.getByLabel(label).fill(value);
  }

  /** Fills in every required field and returns the time. */
  async function fillIn(date: string): Promise<string> {
    await chooseDay(date);
    const time = await chooseFirstFreeTime();
    await fillAddress();
    return time;
  }

  return {
    ...{ summary, times, tab, day, slot, open, arrive, go, showMonthOf },
    ...{ chooseDay, chooseFirstFreeTime, fillAddress, fillIn },
    services: page.getByRole("group", { name: "Service" }),
    service: (title: string) => page.getByRole("radio", { name: title, exact: true }),
    type: (name: "Residential" | "Commercial") => page.getByRole("button", { name, exact: true }),
    field: (label: string) => page.getByLabel(label, { exact: true }),
    hours: page.getByRole("combobox", { name: "Hours" }),
    continue: page.getByRole("button", { name: "Continue" }),
    proceed: summary.getByRole("button", { name: "Proceed to Payment" }),
    processing: summary.getByRole("button", { name: "Processing..." }),
    missing: summary.getByText(/^Still missing:/),
  };
}

/** Clicks the label of a radio button. */
export async function choose(radio: Locator): Promise<void> {
  await radio.locator("xpath=ancestor::label").click();
  await expect(radio).toBeChecked();
}

/** A toast. */
export function toast(page: Page, title: string | RegExp): Locator {
  return page.getByRole("region", { name: "Notifications" }).getByText(title, { exact: true });
}
