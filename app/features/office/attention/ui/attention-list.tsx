import CircleCheck from "lucide-react/icons/circle-check";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Attention, attentionPath, type Refused } from "~/features/office/attention/attention";
import { CaseRow } from "./case-row";

type Props = {
  attention: Attention[];
  /** The page that the list is on, to come back to. */
  back: string;
  refused?: Refused;
  /** Whether it is the page of all cases of a kind. */
  all?: boolean;
  /** The heading of a kind: it stands below the page's or the section's. */
  heading: "h2" | "h3";
};

/** What needs somebody, each kind with its cases and what can be done beside each. */
export function AttentionList({ attention, back, refused, all = false, heading: Heading }: Props) {
  if (attention.length === 0) return <CaughtUp>You are all caught up.</CaughtUp>;
  return (
    <ul className="@container grid gap-6">
      {attention.map(({ kind, title, count, cases }) => (
        <li key={kind}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Heading className="font-sans font-semibold text-[0.9375rem]/6">{title}</Heading>
            {!all && count > cases.length && (
              <Link
                to={attentionPath(kind)}
                className="-my-2 inline-flex min-h-11 items-center rounded-control font-semibold text-[0.9375rem] text-evergreen-700 underline-offset-4 hover:underline"
              >
                Show all<span className="sr-only">: {title}</span>
              </Link>
            )}
          </div>
          <ul>
            {cases.map((one) => (
              <CaseRow
                key={one.id}
                {...{ kind, back }}
                case={one}
                refused={refused?.kind === kind && refused.id === one.id ? refused : undefined}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function CaughtUp({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-moss">
      <CircleCheck aria-hidden strokeWidth={1.75} className="size-5 text-fern" />
      {children}
    </p>
  );
}
