import { type ReactNode, useEffect, useRef } from "react";
import { type ChangeLine, differences, type ShownChange } from "~/features/plans/desk/view";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

type Props = {
  shown: ShownChange;
  /** The preview that was shown before this one, to mark what differs; empty for the first one. */
  before: string;
  /** The button that saves it. */
  children: ReactNode;
};

/** What a change does to the next visits and to the price. It takes the focus when it comes. */
export function ChangePreview({ shown, before, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another preview is news
  useEffect(() => heading.current?.focus(), [shown.seen]);
  const news = differences(before, shown);
  return (
    <Card className="p-5">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-heading outline-none">
        What it does
      </h2>
      <dl className="mt-3 grid gap-2 text-[0.9375rem]/6">
        {shown.facts.map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
            <dt className="text-moss">{label}</dt>
            <dd className="font-medium tabular-nums">
              {value} {news.has(label) && <Badge tone="amber">Changed since</Badge>}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 font-sans font-semibold text-[0.9375rem]/5">Next visits</h3>
      <ol className="mt-1 divide-y divide-line">
        {shown.lines.map((line) => (
          <Line key={line.key} line={line} isNews={news.has(line.key)} />
        ))}
      </ol>
      <div className="mt-5 grid gap-3 justify-items-start">{children}</div>
    </Card>
  );
}

const BADGES = {
  same: null,
  moved: null,
  new: { tone: "green", label: "New" },
  gone: null,
  clash: { tone: "amber", label: "Other time" },
  open: { tone: "berry", label: "No time" },
} as const;

function Line({ line: { was, now, note, kind }, isNews }: { line: ChangeLine; isNews: boolean }) {
  const badge = BADGES[kind];
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2 text-[0.9375rem]/6 tabular-nums">
      {was && was !== now && <s className="text-moss decoration-moss/60">{was}</s>}
      {now && <span className={cx("font-medium", kind === "same" && "text-moss")}>{now}</span>}
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      {isNews && <Badge tone="amber">Changed since</Badge>}
      {note && <span className="text-moss">{note}</span>}
    </li>
  );
}
