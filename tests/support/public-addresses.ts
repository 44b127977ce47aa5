import { readdirSync, readFileSync } from "node:fs";
import { PUBLIC_PAGES } from "../../app/features/content/site/page-meta.ts";

/** Every article and opening, as content/ has them. */
const CONTENT_PAGES = [...articlePages(), ...openingPages()];
/** For everybody, but not for search engines. */
export const UNLISTED = [
  "/login",
  "/signup",
  "/forgot-password",
  "/payment",
  "/payment-canceled",
  "/confirmation",
  "/newsletter",
];
/** A page that is not there. */
export const MISSING = "/nothing/here";

/** What a page may weigh on first view at 390 px, in KB. */
export const MOST_KB = 150;

/** Every page that anybody can open, as far as weight and speed go. */
export const PUBLIC_ADDRESSES = [...PUBLIC_PAGES, ...CONTENT_PAGES, ...UNLISTED, MISSING];

function articlePages(): string[] {
  const ids = readdirSync("content/blog").map((name) => Number.parseInt(name, 10));
  return ids.sort((a, b) => a - b).map((id) => `/blog/${id}`);
}

function openingPages(): string[] {
  const { jobs } = JSON.parse(readFileSync("content/careers.json", "utf8")) as { jobs: { id: number }[] };
  return jobs.map(({ id }) => `/careers?apply=${id}`);
}
