import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useFetcher } from "react-router";
import { CREWS_PAGE, crewPath } from "~/features/scheduling/crews/forms";
import { formatWeek, type Shift } from "~/features/scheduling/crews/week";
import { formatDate } from "~/lib/dates";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

type Crew = {
  id: string;
  name: string;
  email: string | null;
  is_active: boolean;
  members: string[];
  shifts: Shift[];
  off: { first_day: string; last_day: string } | null;
  visits_ahead: number;
};

type Props = { crews: Crew[]; current: string | undefined };

/** All crews in the order in which they are sent and shown. */
export function CrewTable({ crews, current }: Props) {
  return (
    <DataTable
      label="Crews"
      columns={[
        { heading: "Crew", className: "w-[31%]" },
        ...["Members", "Working hours", "Time off", "Upcoming visits", "Order"].map((heading) => ({
          heading,
        })),
      ]}
    >
      {crews.map((crew, index) => (
        <Row key={crew.id} href={crewPath(crew.id)} label={`Open ${crew.name}`} current={crew.id === current}>
          <Cell column="Crew" wide>
            <span className="flex flex-wrap items-center gap-2 font-semibold">
              {crew.name}
              {!crew.is_active && <Badge>Inactive</Badge>}
            </span>
            <span className="text-moss wrap-anywhere">{crew.email ?? "Emails go to the company"}</span>
          </Cell>
          <Cell column="Members" wide className="max-w-64">
            {crew.members.join(", ") || <span className="text-moss">No one yet</span>}
          </Cell>
          <Cell column="Working hours" wide className="max-w-72">
            {formatWeek(crew.shifts)}
          </Cell>
          <Cell column="Time off">
            {crew.off ? daysOff(crew.off) : <span className="text-moss">None planned</span>}
          </Cell>
          <Cell column="Upcoming visits" className="tabular-nums">
            {crew.visits_ahead}
          </Cell>
          <Cell column="Order" wide className="relative z-1 py-1.5">
            <OrderButtons crew={crew} place={index + 1} last={index === crews.length - 1} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function daysOff({ first_day, last_day }: NonNullable<Crew["off"]>): string {
  return first_day === last_day
    ? formatDate(first_day)
    : `${formatDate(first_day)} – ${formatDate(last_day)}`;
}

/** Send the wanted place, not a direction, so that sending twice moves once. */
function OrderButtons({ crew, place, last }: { crew: Crew; place: number; last: boolean }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action={CREWS_PAGE} className="-ml-3 flex gap-1 md:-ml-2.5">
      <input type="hidden" name="id" value={crew.id} />
      {[
        { direction: "up", to: place - 1, Icon: ArrowUp, disabled: place === 1 },
        { direction: "down", to: place + 1, Icon: ArrowDown, disabled: last },
      ].map(({ direction, to, Icon, disabled }) => (
        <button
          key={direction}
          type="submit"
          name="place"
          value={to}
          disabled={disabled}
          aria-label={`Move ${crew.name} ${direction}`}
          className="grid size-11 cursor-pointer place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink disabled:cursor-not-allowed disabled:opacity-40 md:size-10"
        >
          <Icon aria-hidden strokeWidth={1.75} className="size-5" />
        </button>
      ))}
    </fetcher.Form>
  );
}
