import { cleanLine } from "~/lib/text";

/** The most towns that one storm day names, and the longest name, in characters. */
const MOST = 40;
const LONGEST = 60;

/** Towns as a storm day keeps them, lower case, each once, from what was ticked and typed with commas between. */
export function parseTowns(texts: readonly string[]): string[] {
  const towns = texts.flatMap((text) => text.split(",")).map((town) => cleanLine(town).toLowerCase());
  const named = towns.filter((town) => town !== "" && town.length <= LONGEST);
  return [...new Set(named)].sort().slice(0, MOST);
}

/** "New Castle" for "new castle". */
export function formatTown(town: string): string {
  return town.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

/** None means every town. */
export function formatTowns(towns: readonly string[]): string {
  return towns.length === 0 ? "Every town" : new Intl.ListFormat("en-US").format(towns.map(formatTown));
}

/** What is closed when a second storm comes to a day that has one. */
export function mergeTowns(one: readonly string[], other: readonly string[]): string[] {
  return one.length === 0 || other.length === 0 ? [] : [...new Set([...one, ...other])].sort();
}
