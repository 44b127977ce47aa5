import { expect, type Page } from "@playwright/test";

/** Name of a small module by its file: /assets/card-masks-D3x.js is "card-masks". */
export function moduleName(address: string): string | undefined {
  return /\/assets\/(.+?)-[\w-]{8}\.js$/.exec(address)?.[1];
}

/**
 * What each small module (imported with `?url`) visibly does on every page that loads it. It does nothing if its subject is not
 * on the page, such as the form of a closed dialog.
 */
export const MODULE_WORK: Record<string, (page: Page) => Promise<void>> = {
  "session-keeper": async (page) => {
    const { kept, own } = await page.evaluate(() => ({
      kept: localStorage.getItem("wb.session"),
      own: document.documentElement.dataset.session ?? "",
    }));
    expect(kept).toBe(own);
  },
  wake: async (page) => {
    const proceed = page.getByRole("button", { name: "Proceed to Payment" });
    if ((await proceed.count()) > 0) await expect(proceed).toBeDisabled();
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    await expect
      .poll(() => page.evaluate(() => document.querySelector('script[type="module"]:not([src])') !== null))
      .toBe(true);
  },
  "pending-links": async (page) => {
    const link = page.locator("[data-pending-links] a").first();
    if ((await link.count()) === 0 || (await isReacts(page))) return;
    await link.evaluate((a: HTMLAnchorElement) => {
      a.href = "#";
      a.click();
    });
    await expect(page.locator("html")).toHaveAttribute("data-pending");
  },
  "password-fields": async (page) => {
    const reveal = page.locator("[data-reveal]").first();
    if ((await reveal.count()) === 0) return;
    const input = page.locator(`[id="${await reveal.getAttribute("aria-controls")}"]`);
    await reveal.evaluate((button: HTMLButtonElement) => button.click());
    await expect(input).toHaveAttribute("type", "text");
  },
  "passkey-login": async (page) => {
    const isTaken = await page.locator("form[data-passkey]").evaluate((form) => {
      const submit = new SubmitEvent("submit", { bubbles: true, cancelable: true });
      form.dispatchEvent(submit);
      return submit.defaultPrevented;
    });
    expect(isTaken).toBe(true);
  },
  "live-forms": async (page) => {
    const form = page.locator("form[data-live]").filter({ has: page.locator("[required][data-message]") });
    if ((await form.count()) === 0) return;
    const invalid = form.first().locator("[required][data-message]").first();
    await invalid.evaluate((field: HTMLInputElement) => {
      field.value = "";
      if (field.type === "checkbox") field.checked = false;
      field.form?.requestSubmit();
    });
    await expect(invalid).toHaveAttribute("aria-invalid", "true");
  },
  "newsletter-token": async (page) => {
    await page.locator("#newsletter-form-email").focus();
    await expect(page.locator("input[data-token-from]")).toHaveValue(/./);
  },
  "card-masks": async (page) => {
    const number = page.getByLabel("Card number");
    if ((await number.count()) === 0) return;
    await number.pressSequentially("42424");
    await expect(number).toHaveValue("4242 4");
  },
  "payment-arrival": async (page) => {
    await expect(page.locator("[data-arrival]")).toHaveAttribute("data-shown");
    await expect(page.getByRole("heading", { name: "Confirming your payment..." })).toBeHidden();
  },
  sharing: async (page) => {
    const share = page.locator("[data-share-title]").first();
    await expect(share).toBeVisible();
    await share.click();
    await expect(page.locator("[data-share-said]")).toContainText("Link Copied!");
  },
  "apply-modal": async (page) => {
    const dialog = page.locator("dialog:modal");
    if (!new URL(page.url()).searchParams.has("apply")) await page.locator("a[data-apply]").first().click();
    await expect(dialog).toHaveAccessibleName(/Apply for/);
  },
  // Visible in the frame of another page, which has its own test.
  "widget-size": async () => {},
};

async function isReacts(page: Page): Promise<boolean> {
  return page.evaluate(() => "__reactRouterContext" in window);
}
