import type { Line, Piece } from "../difference";

/** What changed between two versions; also told without colors, by what is struck out and underlined. */
export function Difference({ lines }: { lines: Line[] }) {
  return (
    <div className="overflow-hidden rounded-control text-[0.9375rem]/6 ring-1 ring-line">
      {lines.map((line, index) =>
        line.kind === "gap" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their place
          <p key={index} className="border-line border-y bg-paper px-4 py-1 text-moss text-sm">
            {line.lines} unchanged lines
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their place
          <p key={index} className="wrap-anywhere min-h-6 px-4 py-0.5">
            {line.pieces.map((piece, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their place
              <DifferencePiece key={place} {...piece} />
            ))}
          </p>
        ),
      )}
    </div>
  );
}

function DifferencePiece({ text, side }: Piece) {
  if (side === "old")
    return (
      <del className="bg-berry-soft text-berry">
        <span className="sr-only">removed: </span>
        {text}
      </del>
    );
  if (side === "new")
    return (
      <ins className="bg-fern-soft text-fern-deep">
        <span className="sr-only">added: </span>
        {text}
      </ins>
    );
  return text;
}
