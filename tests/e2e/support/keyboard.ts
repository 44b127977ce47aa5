import { expect, type Locator, type Page } from "@playwright/test";

const MAX_STOPS = 60;

/** Presses Tab until the element has focus. Each focus on the way must be visible. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    await page.keyboard.press("Tab");
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** The focus must be visible, on the screen, and not covered. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => focusComplaint(page)).toBeNull(); // a style change takes a frame
}

function focusComplaint(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "Nothing has the focus.";
    const name = focused.outerHTML.slice(0, 120);

    const label = focused.closest("label");
    const parts = [focused, ...(label ? [label, ...label.querySelectorAll("*")] : [])];
    const marked = parts.some((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
      const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      return outlined || (part === focused && /rgb/.test(boxShadow));
    });
    if (!marked) return `No mark shows the focus of ${name}`;

    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const middle = Math.max(top, 0) + Math.min(bottom, innerHeight);
    const hit = document.elementFromPoint((left + right) / 2, middle / 2);
    if (!hit || bottom <= 0 || top >= innerHeight) return `Outside of the screen: ${name}`;
    const seen = (label ?? focused).contains(hit) || hit.contains(focused);
    return seen ? null : `Under ${hit.outerHTML.slice(0, 80)}: ${name}`;
  });
}
