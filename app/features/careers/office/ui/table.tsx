import CalendarClock from "lucide-react/icons/calendar-clock";
import {
  APPLICATION_LABELS,
  type ApplicationRow,
  type ApplicationStatus,
} from "~/features/careers/office/list";
import { Badge } from "~/ui/list/badge";
import { Cell, type Column, DataTable, Row } from "~/ui/list/data-table";
import { Resume } from "./panel";

type Props = {
  rows: ApplicationRow[];
  open: string | undefined;
  hrefOf: (id: string) => string;
  sort: NonNullable<Column["sort"]>;
};

export function ApplicationTable({ rows, open, hrefOf, sort }: Props) {
  const columns: Column[] = [
    { heading: "Applicant" },
    { heading: "Position" },
    { heading: "Contact" },
    { heading: "Experience & Availability" },
    { heading: "Resume" },
    { heading: "Applied", sort },
    { heading: "Status" },
  ];
  return (
    <DataTable label="Applications" columns={columns}>
      {rows.map((row) => (
        <Row
          key={row.id}
          href={hrefOf(row.id)}
          current={row.id === open}
          label={`Open the application of ${row.name}`}
        >
          <Cell column="Applicant" wide className="max-w-48 font-semibold">
            <span className="wrap-anywhere line-clamp-2">{row.name}</span>
          </Cell>
          <Cell column="Position" className="max-w-52">
            {row.position}
            <span className="block text-moss">{row.location}</span>
          </Cell>
          <Cell column="Contact" className="max-w-56">
            <span className="block truncate" title={row.email}>
              {row.email}
            </span>
            <span className="block text-moss">{row.phone}</span>
          </Cell>
          <Cell column="Experience & Availability" wide className="max-w-60">
            <span className="wrap-anywhere line-clamp-2">{row.experience ?? <None />}</span>
            {row.availability && (
              <span className="wrap-anywhere line-clamp-2 text-moss">{row.availability}</span>
            )}
          </Cell>
          <Cell column="Resume" className="max-w-40">
            <Resume resume={row.resume} link={row.resume_link} />
          </Cell>
          <Cell column="Applied" className="whitespace-nowrap text-moss tabular-nums">
            {row.at.replace(/, \d+:.*/, "")}
          </Cell>
          <Cell column="Status">
            <ApplicationBadge status={row.status} />
            {row.interview && <InterviewNote when={row.interview} />}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

export function InterviewNote({ when }: { when: string }) {
  return (
    <span className="mt-1.5 flex items-start gap-1 text-[0.8125rem]/4 text-moss">
      <CalendarClock aria-hidden strokeWidth={1.75} className="size-3.5 shrink-0" />
      <span>
        <span className="sr-only">Interview on </span>
        {when}
      </span>
    </span>
  );
}

function None() {
  return <span className="text-moss">Not given</span>;
}

const TONES = {
  new: "amber",
  reviewed: "neutral",
  interviewed: "glass",
  hired: "green",
  rejected: "berry",
} as const;

function ApplicationBadge({ status }: { status: ApplicationStatus }) {
  return <Badge tone={TONES[status]}>{APPLICATION_LABELS[status]}</Badge>;
}
