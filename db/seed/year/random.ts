/** Chance that falls the same way each time it begins with the same seed. */
export type Random = ReturnType<typeof openRandom>;

/** Mulberry32: small, and even enough for a made-up company. */
export function openRandom(seed: string) {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
    0x811c9dc5,
  );
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    const first = Math.imul(state ^ (state >>> 15), 1 | state);
    const second = (first + Math.imul(first ^ (first >>> 7), 61 | first)) ^ first;
    return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const uuid = () => {
    const digits = Array.from({ length: 32 }, () => between(0, 15).toString(16)).join("");
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
  };
  return {
    next,
    /** A whole number, both ends included. */
    between,
    chance: (share: number) => next() < share,
    pick: <One>(all: readonly [One, ...One[]]): One => all[Math.floor(next() * all.length)] ?? all[0],
    uuid,
  };
}
