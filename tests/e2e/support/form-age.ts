import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { TOKEN_FIELD } from "../../../app/lib/spam-fields";
import { linkSigner } from "../../../app/platform/auth/links.server";
import { e2eDataDir } from "../../support/e2e-data";

/** Longer than the two seconds within which a form is refused. */
const FILL_MS = 2100;

/** Makes the public form with this name look as if it had been open for a while. */
export async function formWasOpen(page: Page, form: string): Promise<void> {
  const links = await signer();
  const isOf = (token: string) => {
    const [id, shownAt, key = ""] = token.split(".");
    return links.isSigned(`form:${form}:${id}.${shownAt}`, key);
  };
  const fields = page.locator(`form [name=${TOKEN_FIELD}]`);
  const tokens = () =>
    fields.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await expect(async () => expect((await tokens()).some(isOf)).toBe(true)).toPass(); // script fetches some
  const all = await tokens();
  for (const [index, token] of all.entries()) {
    if (!isOf(token)) continue;
    const [id, shownAt] = token.split(".");
    const content = `${id}.${Number(shownAt) - FILL_MS}`;
    await fields.nth(index).evaluate(
      (input: HTMLInputElement, value) => {
        input.value = value;
      },
      `${content}.${links.sign(`form:${form}:${content}`)}`,
    );
  }
}

/** A signer with the secret of the tested site. */
async function signer() {
  const { port } = new URL(test.info().project.use.baseURL ?? "");
  const secret = (await readFile(path.join(e2eDataDir(port), "secret"), "utf8")).trim();
  return linkSigner(createHmac("sha256", secret).update("booking links").digest("hex"));
}
