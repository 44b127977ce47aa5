import Lock from "lucide-react/icons/lock";
import { useEffect, useRef } from "react";
import { type Axis, axisHeads, axisOf, type Piece, rowOf, UNIT } from "~/features/scheduling/board/axis";
import {
  type Board,
  type BoardCrew,
  boardsOfCrews,
  isOff,
  shiftOf,
  whyNotHere,
} from "~/features/scheduling/board/board";
import { formatMiles } from "~/features/scheduling/board/swap";
import { formatTime } from "~/lib/dates";
import { cx } from "~/ui/cx";
import { CrewHead, VisitBlock } from "./visit-block";

type Props = {
  board: Board;
  date: string;
  /** Minutes from midnight when the day is today. */
  now: number | null;
  current: string | null;
  visitHref: (id: string) => string;
};

/** Crews × time of one day. On a phone it is a list per crew. */
export function DayBoard({ board, date, now, current, visitHref }: Props) {
  const axis = axisOf(
    board.visits.filter((visit) => visit.date === date),
    board.starts,
  );
  const closures = board.closures.filter((closure) => closure.date === date);
  const isClosed = (time: string | null) =>
    closures.some((closure) => closure.time === null || closure.time === time);
  return (
    <div className="relative md:min-w-[52rem]">
      <table
        aria-label="Day schedule"
        data-board="day"
        data-from={axis.from}
        data-to={axis.to}
        className="w-full table-fixed border-separate border-spacing-0 max-md:block"
      >
        <colgroup>
          <col className="w-36 lg:w-44" />
          <col span={(axis.to - axis.from) / UNIT} />
        </colgroup>
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col" className={cx(headLook, "md:sticky md:left-0 md:z-20 md:border-r md:pl-4")}>
              Crew
            </th>
            {axisHeads(axis, board.starts).map(({ start, span, time }) => (
              <th key={start} scope="col" colSpan={span} className={cx(headLook, "border-l pl-2")}>
                <span className="flex items-center gap-1.5 tabular-nums">
                  {time ?? formatTime(`${start / 60}:00`)}
                  {time && isClosed(time) && (
                    <>
                      <Lock aria-hidden strokeWidth={2} className="size-3.5" />
                      <span className="sr-only">closed</span>
                    </>
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-4">
          {boardsOfCrews(board).map(({ crew, board }) => (
            <CrewRow key={crew.id} {...{ board, crew, date, axis, current, visitHref }} />
          ))}
        </tbody>
      </table>
      {now !== null && now >= axis.from && now <= axis.to && <NowLine share={shareOf(now, axis)} />}
    </div>
  );
}

const headLook =
  "border-line border-b bg-snow py-2.5 text-left font-semibold text-[0.875rem]/5 text-moss first:rounded-tl-card last:rounded-tr-card";

function shareOf(minute: number, { from, to }: Axis): number {
  return (minute - from) / (to - from);
}

type RowProps = Omit<Props, "now"> & { crew: BoardCrew; axis: Axis };

function CrewRow({ board, crew, date, axis, current, visitHref }: RowProps) {
  const pieces = rowOf(board, crew, date, axis);
  const isEmpty = !pieces.some(({ kind }) => kind === "visit");
  return (
    <tr
      data-crew={crew.id}
      data-date={date}
      className="group/crew max-md:block max-md:rounded-card max-md:bg-snow max-md:shadow-rest max-md:ring-1 max-md:ring-line"
    >
      <CrewHead crew={crew} note={noteOf(crew, date)} />
      {isEmpty && <td className="block px-4 py-3 text-moss md:hidden">No visits</td>}
      {pieces.map((piece) =>
        piece.kind === "visit" ? (
          <td
            key={piece.visit.id}
            colSpan={piece.span}
            className="border-line p-1 align-top group-last/crew:border-b-0 max-md:block max-md:px-3 max-md:py-1.5 md:border-b"
          >
            <VisitBlock
              visit={piece.visit}
              href={visitHref(piece.visit.id)}
              current={piece.visit.id === current}
              problem={whyNotHere(board, piece.visit)}
              tall
            />
          </td>
        ) : (
          <Gap key={piece.from} piece={piece} />
        ),
      )}
    </tr>
  );
}

function Gap({ piece }: { piece: Extract<Piece, { kind: "gap" }> }) {
  return (
    <td
      colSpan={piece.span}
      className={cx(
        "h-24 border-line border-b group-last/crew:border-b-0 max-md:hidden",
        piece.is_slot && "border-l",
        piece.shade === "off" && "bg-paper",
        piece.shade === "closed" && "bg-honey-soft",
      )}
    >
      {piece.shade && <span className="sr-only">{piece.shade === "off" ? "Off" : "Closed"}</span>}
    </td>
  );
}

function noteOf(crew: BoardCrew, date: string): string | null {
  const miles = crew.miles ? formatMiles(crew.miles) : null;
  return [hoursOf(crew, date), miles].filter(Boolean).join(" · ") || null;
}

function hoursOf(crew: BoardCrew, date: string): string | null {
  if (isOff(crew, date)) return "Off all day";
  const shift = shiftOf(crew, date);
  if (!shift) return "Off";
  if (crew.hours.length === 0) return null;
  const words = (minute: number) =>
    formatTime(`${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`);
  return `${words(shift.from)} – ${words(shift.to)}`;
}

/** Where the day is now, over the table beside it. It is placed by script: a page may not bring styles of its own. */
function NowLine({ share }: { share: number }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mark = line.current;
    const table = mark?.parentElement?.querySelector("table");
    const head = table?.querySelector<HTMLElement>("thead th");
    if (!mark || !table || !head) return;
    const place = () => {
      mark.style.left = `${head.offsetWidth + (table.offsetWidth - head.offsetWidth) * share}px`;
      mark.hidden = false;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(table);
    return () => observer.disconnect();
  }, [share]);
  return (
    <div
      ref={line}
      hidden
      aria-hidden
      className="pointer-events-none absolute inset-y-0 z-10 w-0.5 -translate-x-1/2 bg-berry max-md:hidden!"
    >
      <span className="absolute top-0 left-1/2 size-2.5 -translate-x-1/2 rounded-full bg-berry" />
    </div>
  );
}
