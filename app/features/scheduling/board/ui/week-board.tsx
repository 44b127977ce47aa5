import Lock from "lucide-react/icons/lock";
import { Link } from "react-router";
import {
  type Board,
  type BoardCrew,
  boardsOfCrews,
  isOff,
  shiftOf,
  whyNotHere,
} from "~/features/scheduling/board/board";
import { dayName, formatDate, weekdayOf } from "~/lib/dates";
import { cx } from "~/ui/cx";
import { CrewHead, VisitBlock } from "./visit-block";

type Props = {
  board: Board;
  today: string;
  current: string | null;
  visitHref: (id: string) => string;
  dayHref: (date: string) => string;
};

/** Crews × days of one week. On a phone it is a list per crew. */
export function WeekBoard({ board, today, current, visitHref, dayHref }: Props) {
  return (
    <table
      aria-label="Week schedule"
      data-board="week"
      className="w-full table-fixed border-separate border-spacing-0 max-md:block md:min-w-[68rem]"
    >
      <thead className="max-md:sr-only">
        <tr>
          <th
            scope="col"
            className={cx(headLook, "w-36 pl-4 md:sticky md:left-0 md:z-20 md:border-r lg:w-40")}
          >
            Crew
          </th>
          {board.days.map((date) => (
            <th key={date} scope="col" className={cx(headLook, "border-l")}>
              <Link
                to={dayHref(date)}
                aria-current={date === today ? "date" : undefined}
                className={cx(
                  "flex min-h-10 items-center gap-1.5 rounded-control px-2 hover:bg-sage-soft",
                  date === today && "text-evergreen-700",
                )}
              >
                <span>
                  {dayName(weekdayOf(date)).slice(0, 3)} {formatDate(date).slice(0, 6)}
                </span>
                {date === today && <span aria-hidden className="size-2 rounded-full bg-berry" />}
                {closureOf(board, date) && (
                  <>
                    <Lock aria-hidden strokeWidth={2} className="size-3.5" />
                    <span className="sr-only">{closureOf(board, date)}</span>
                  </>
                )}
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-4">
        {boardsOfCrews(board).map(({ crew, board }) => (
          <tr
            key={crew.id}
            data-crew={crew.id}
            className="group/crew max-md:block max-md:rounded-card max-md:bg-snow max-md:pb-2 max-md:shadow-rest max-md:ring-1 max-md:ring-line"
          >
            <CrewHead crew={crew} note={null} />
            {board.days.map((date) => (
              <DayCell key={date} {...{ board, crew, date, today, current, visitHref }} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const headLook =
  "border-line border-b bg-snow py-1 text-left font-semibold text-[0.875rem]/5 text-moss first:rounded-tl-card last:rounded-tr-card";

function closureOf({ closures }: Board, date: string): "closed" | "partly closed" | null {
  const own = closures.filter((closure) => closure.date === date);
  if (own.some(({ time }) => time === null)) return "closed";
  return own.length > 0 ? "partly closed" : null;
}

type CellProps = Omit<Props, "dayHref"> & { crew: BoardCrew; date: string };

function DayCell({ board, crew, date, today, current, visitHref }: CellProps) {
  const visits = board.visits.filter((visit) => visit.crew_id === crew.id && visit.date === date);
  const closed = closureOf(board, date) === "closed";
  const away = isOff(crew, date) || !shiftOf(crew, date) ? "Off" : null;
  return (
    <td
      data-crew={crew.id}
      data-date={date}
      className={cx(
        "h-24 border-line border-b p-1 align-top group-last/crew:border-b-0 max-md:block max-md:h-auto max-md:border-0 max-md:px-3 md:border-l",
        visits.length === 0 && "max-md:hidden",
        date === today && "md:bg-evergreen-50",
        away && "md:bg-paper",
        closed && "md:bg-honey-soft",
      )}
    >
      <p className="px-1 pt-2 pb-1 font-medium text-[0.875rem]/5 text-moss md:hidden">
        {dayName(weekdayOf(date))}, {formatDate(date).slice(0, 6)}
      </p>
      {(away ?? (closed ? "Closed" : null)) && (
        <p className="px-1.5 pt-1 text-[0.8125rem]/5 text-moss">{away ?? "Closed"}</p>
      )}
      {visits.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {visits.map((visit) => (
            <li key={visit.id}>
              <VisitBlock
                visit={visit}
                href={visitHref(visit.id)}
                current={visit.id === current}
                problem={whyNotHere(board, visit)}
              />
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}
