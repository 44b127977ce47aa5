import { expect, type Page } from "@playwright/test";
import { formComesAlive } from "./hydration";

export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  withoutFunds: "4000 0000 0000 9995",
};

/** The test checkout at /payment?session_id=… */
export function checkoutPage(page: Page) {
  const pay = page.getByRole("button", { name: /^Pay \$/ });
  const field = (label: string) => page.getByLabel(label, { exact: true });

  async function fillCustomer() {
    await field("Name").fill("Margaret Whitcomb");
    await field("Email").fill("margaret@mail.example");
    await field("Phone").fill("(603) 555-0110");
  }

  async function fillCard(number: string) {
    await field("Card number").fill(number);
    await field("Expiry").fill("12/39");
    await field("CVC").fill("123");
  }

  return {
    pay,
    field,
    fillCustomer,
    fillCard,
    cancel: page.getByRole("button", { name: "Cancel and go back" }),
    summary: page.getByRole("complementary").filter({ hasText: "Order summary" }),

    /** Waits for the redirect from /book and returns the session id. */
    async arrive(): Promise<string> {
      await page.waitForURL(/\/payment\?session_id=/);
      await formComesAlive(page);
      return new URL(page.url()).searchParams.get("session_id") ?? "";
    },

    /** Pays the open checkout and waits for the confirmation. */
    async payWithGoodCard() {
      await fillCustomer();
      await fillCard(CARDS.good);
      await pay.click();
      await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
    },
  };
}
