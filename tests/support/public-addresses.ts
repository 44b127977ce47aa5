import { readdirSync, readFileSync } from "node:fs";
import { PUBLIC_PAGES } from "../../app/features/content/site/page-meta.ts";

/** All articles and openings of content/. */
const CONTENT_PAGES = [...articlePages(), ...openingPages()];
/** Public pages that search engines don't list. */
export const UNLISTED = [
  "/login",
  "/signup",
  "/forgot-password",
  "/payment",
  "/payment-canceled",
  "/confirmation",
  "/newsletter",
];
/** A page that doesn't exist. */
export const MISSING = "/nothing/here";

/** The most that a page may weigh on first view at 390 px, in KB. */
export const MAX_KB = 150;

/** Every public page, for tests of weight and speed. */
export const PUBLIC_ADDRESSES = [...PUBLIC_PAGES, ...CONTENT_PAGES, ...UNLISTED, MISSING];

function articlePages(): string[] {
  const ids = readdirSync("content/blog").map((name) => Number.parseInt(name, 10));
  return ids.sort((a, b) => a - b).map((id) => `/blog/${id}`);
}

function openingPages(): string[] {
  const { jobs } = JSON.parse(readFileSync("content/careers.json", "utf8")) as { jobs: { id: number }[] };
  return jobs.map(({ id }) => `/careers?apply=${id}`);
}
