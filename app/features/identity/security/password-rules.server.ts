import { readCompany } from "~/features/operations/settings/reads.server";
import type { Ctx } from "~/platform/context.server";
import { isOwnWords } from "./rules";

export type Owner = { email: string; first_name: string | null; last_name: string | null };

const COMMON = "This password is too easy to guess. Please choose another one";
const OWN = "This password is too similar to your email address or name. Please choose another one";

/** Why nobody should have this password, in words for its owner; null when nothing speaks against it. */
export async function weaknessOf(
  ctx: Pick<Ctx, "db">,
  password: string,
  { email, first_name, last_name }: Owner,
): Promise<string | null> {
  if (await isCommonPassword(password)) return COMMON;
  const { company_name } = await readCompany(ctx);
  return isOwnWords(password, { email, names: [first_name, last_name], company: company_name }) ? OWN : null;
}

let known: Promise<Set<string>> | undefined;

/** Words that guessers of this site would put together, with digits and signs between and behind them. */
const OWN_WORDS =
  /^(?:white|birch|clean(?:ing|ers?)?|home|office|company|admin|staff|password|welcome|login)+$/;

/**
 * Whether guessing programs try this password first: it is in the list of the most common ones that the site carries, or
 * is made of the site's own words and nothing else.
 */
async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  const lower = password.toLowerCase();
  return (await known).has(lower) || OWN_WORDS.test(lower.replace(/[^\p{L}]/gu, ""));
}

async function load(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
