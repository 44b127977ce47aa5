import { readCompany } from "~/features/operations/settings/reads.server";
import type { Ctx } from "~/platform/context.server";
import { isCommonPassword } from "./common-passwords.server";
import { isOwnWords } from "./own-words";

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
