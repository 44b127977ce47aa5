import type { Hit } from "~/features/office/search/rules";

const MOST = 6;

/** In this tab and this session only: the hits name customers. */
const key = () => `office-recent:${document.documentElement.dataset.session ?? ""}`;

/** What was opened last from the palette, the latest first. */
export function readRecent(): Hit[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key()) ?? "[]");
    return Array.isArray(kept) ? (kept as Hit[]) : [];
  } catch {
    return [];
  }
}

/** Remembers a hit without what may change: its detail and status. */
export function rememberHit(hit: Hit): void {
  const others = readRecent().filter(({ href }) => href !== hit.href);
  const kept = [{ ...hit, detail: "", status: null, exact: false }, ...others].slice(0, MOST);
  try {
    sessionStorage.setItem(key(), JSON.stringify(kept));
  } catch {
    // full or forbidden: there are no recent ones then
  }
}
