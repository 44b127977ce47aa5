let known: Promise<Set<string>> | undefined;

/** Words that guessers of this site would put together, with digits and signs between and behind them. */
const OWN_WORDS =
  /^(?:white|birch|clean(?:ing|ers?)?|home|office|company|admin|staff|password|welcome|login)+$/;

/**
 * Whether guessing programs try this password first: it is in the list of the most common ones that the site carries, or
 * is made of the site's own words and nothing else.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  const lower = password.toLowerCase();
  return (await known).has(lower) || OWN_WORDS.test(lower.replace(/[^\p{L}]/gu, ""));
}

async function load(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
