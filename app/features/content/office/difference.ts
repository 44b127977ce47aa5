import { diffLines, diffWordsWithSpace } from "diff";

/** A piece of a line: in both versions, or only in one. */
export type Piece = { text: string; side: "both" | "old" | "new" };

/** A line of a difference. `gap` stands for lines that did not change, and says how many. */
export type Line = { kind: "line"; pieces: Piece[] } | { kind: "gap"; lines: number };

/** Unchanged lines shown before and after a change. */
const CONTEXT = 2;

/** What changed between two texts, line by line and in changed lines word by word. Empty if nothing did. */
export function differenceOf(before: string, after: string): Line[] {
  const blocks = diffLines(endOfLine(before), endOfLine(after));
  if (blocks.every(({ added, removed }) => !added && !removed)) return [];
  const lines: Line[] = [];
  for (const [index, { value, added, removed }] of blocks.entries()) {
    const next = blocks[index + 1];
    const previous = blocks[index - 1];
    if (removed && next?.added) lines.push(...changedLines(value, next.value));
    else if (added && previous?.removed) continue;
    else if (added || removed) lines.push(...wholeLines(value, added ? "new" : "old"));
    else lines.push(...unchanged(value, { first: index === 0, last: index === blocks.length - 1 }));
  }
  return lines;
}

const endOfLine = (text: string) => (text.endsWith("\n") ? text : `${text}\n`);
const linesOf = (text: string) => text.replace(/\n$/, "").split("\n");

function wholeLines(value: string, side: Piece["side"]): Line[] {
  return linesOf(value).map((text) => ({ kind: "line", pieces: [{ text, side }] }));
}

/** Lines that were rewritten: the words that went and came stand within what stayed. */
function changedLines(before: string, after: string): Line[] {
  const lines: Piece[][] = [[]];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    const side = added ? "new" : removed ? "old" : "both";
    for (const [index, text] of value.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text) lines.at(-1)?.push({ text, side });
    }
  }
  return lines.flatMap((pieces) => (pieces.length > 0 ? [{ kind: "line" as const, pieces }] : []));
}

/** Of unchanged lines only those beside a change. */
function unchanged(value: string, { first, last }: { first: boolean; last: boolean }): Line[] {
  const all = wholeLines(value, "both");
  const head = first ? 0 : CONTEXT;
  const tail = last ? 0 : CONTEXT;
  if (all.length <= head + tail + 1) return all;
  const gap: Line = { kind: "gap", lines: all.length - head - tail };
  return [...all.slice(0, head), gap, ...(tail > 0 ? all.slice(-tail) : [])];
}
