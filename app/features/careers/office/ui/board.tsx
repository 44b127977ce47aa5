import { type DragEvent, useState } from "react";
import { Link, useNavigation, useSubmit } from "react-router";
import {
  APPLICATION_LABELS,
  APPLICATION_STATUSES,
  type ApplicationRow,
  type ApplicationStatus,
  isApplicationStatus,
} from "~/features/careers/office/list";
import { QuickLink } from "~/ui/action/quick-link";
import { useHydrated } from "~/ui/live/use-hydrated";
import { ApplicationStatusSelect } from "./status-select";
import { InterviewNote } from "./table";

type Props = {
  rows: ApplicationRow[];
  totals: Record<ApplicationStatus, number>;
  open: string | undefined;
  hrefOf: (id: string) => string;
  /** Address of the list of all applications with a status. */
  listHref: (status: ApplicationStatus) => string;
  /** Address that a changed status is posted to. */
  action: string;
};

/** Applications in one column per status. Cards are moved by dragging or with the list on them. */
export function ApplicationBoard({ rows, totals, open, hrefOf, listHref, action }: Props) {
  const submit = useSubmit();
  const posted = useNavigation().formData;
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<ApplicationStatus | null>(null);
  const target = String(posted?.get("status") ?? "");
  const current = rows.map((row) =>
    posted?.get("id") === row.id && isApplicationStatus(target) ? { ...row, status: target } : row,
  );
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const drop = (event: DragEvent, status: ApplicationStatus) => {
    event.preventDefault();
    const row = rows.find(({ id }) => id === dragged);
    end();
    if (!row || row.status === status) return;
    submit({ intent: "status", id: row.id, status }, { method: "post", action, preventScrollReset: true });
  };
  return (
    <div className="-mx-4 overflow-x-auto px-4 pb-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8">
      <div className="grid min-w-max grid-cols-[repeat(5,minmax(12.75rem,1fr))] items-start gap-3 xl:min-w-0">
        {APPLICATION_STATUSES.map((status) => {
          const cards = current.filter((row) => row.status === status);
          return (
            <section
              key={status}
              aria-labelledby={`column-${status}`}
              data-over={over === status || undefined}
              onDragOver={(event) => {
                if (!dragged) return;
                event.preventDefault();
                setOver(status);
              }}
              onDrop={(event) => drop(event, status)}
              className="min-h-40 rounded-card bg-sage-soft/60 p-2.5 ring-1 ring-line transition-shadow data-over:ring-2 data-over:ring-evergreen-700"
            >
              <h2
                id={`column-${status}`}
                className="flex items-center justify-between px-1.5 pt-1 pb-2.5 font-sans font-semibold text-[0.9375rem]/5"
              >
                {APPLICATION_LABELS[status]}
                <span className="font-normal text-moss tabular-nums">{totals[status]}</span>
              </h2>
              {cards.length === 0 && <p className="px-1.5 pb-2 text-[0.9375rem] text-moss">No one here.</p>}
              <ul className="grid gap-2">
                {cards.map((row) => (
                  <li key={row.id}>
                    <Card
                      row={row}
                      current={row.id === open}
                      href={hrefOf(row.id)}
                      action={action}
                      onDrag={() => setDragged(row.id)}
                      onEnd={end}
                    />
                  </li>
                ))}
              </ul>
              {totals[status] > cards.length && cards.length > 0 && (
                <Link
                  to={listHref(status)}
                  className="mt-1 flex min-h-11 items-center px-1.5 font-medium text-[0.9375rem] text-evergreen-700 hover:underline"
                >
                  Show all {totals[status].toLocaleString("en-US")}
                </Link>
              )}
            </section>
          );
        })}
      </div>
    </div>
  );
}

type CardProps = {
  row: ApplicationRow;
  current: boolean;
  href: string;
  action: string;
  onDrag: () => void;
  onEnd: () => void;
};

function Card({ row, current, href, action, onDrag, onEnd }: CardProps) {
  const hydrated = useHydrated();
  return (
    <article
      draggable={hydrated}
      data-current={current || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", row.name);
        onDrag();
      }}
      onDragEnd={onEnd}
      className="relative rounded-control bg-snow p-3 text-[0.9375rem]/5 shadow-rest ring-1 ring-line transition-colors hover:bg-paper active:cursor-grabbing data-current:ring-2 data-current:ring-evergreen-700"
    >
      <QuickLink
        href={href}
        inPlace
        draggable={false}
        data-card=""
        className="wrap-anywhere font-semibold after:absolute after:inset-0 after:rounded-control"
      >
        {row.name}
      </QuickLink>
      <p className="mt-0.5">{row.position}</p>
      <p className="text-[0.8125rem]/5 text-moss">{row.at}</p>
      {row.interview && <InterviewNote when={row.interview} />}
      <ApplicationStatusSelect
        id={row.id}
        name={row.name}
        status={row.status}
        action={action}
        className="relative z-1 mt-2.5"
      />
    </article>
  );
}
