import { type ReactNode, useEffect, useRef } from "react";
import type { BookingStatus } from "~/features/booking/booking";
import { type ShownVisit, statusChip } from "~/features/booking/manage/visit";
import { Badge } from "~/ui/list/badge";
import { BackLink } from "~/ui/page/back-link";
import { Card } from "~/ui/page/card";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";

type Props = {
  /** Where the page came from. */
  back: { to: string; label: string } | null;
  heading: string;
  /** Beside the heading, such as a badge. */
  aside?: ReactNode;
  lead?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
};

/** A page of a visit: the way back, what it is about, and the rest. */
export function VisitFrame({ back, heading, aside, lead, narrow, children }: Props) {
  return (
    <Container narrow={narrow} className="pt-6 pb-16 md:pt-10 md:pb-24">
      {back && <BackLink {...back} />}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="wrap-anywhere text-title">{heading}</h1>
        {aside}
      </div>
      {lead && <p className="mt-2 text-lead text-moss">{lead}</p>}
      {children}
    </Container>
  );
}

/** Why nothing was changed. It takes the focus when it comes without a new page, so that nobody misses it. */
export function VisitRefusal({ title, message }: { title: string; message: string }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is another refusal
  useEffect(() => box.current?.focus(), [message]);
  return (
    <div ref={box} tabIndex={-1} className="mt-6 scroll-mt-24 rounded-card">
      <Notice tone="error" title={title}>
        {message}
      </Notice>
    </div>
  );
}

/** Which visit a page is about, in four lines. */
export function VisitShort({ visit }: { visit: ShownVisit }) {
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p className="font-display text-heading [font-weight:560]">{visit.service}</p>
          <span className="text-[0.9375rem]/6 text-moss tabular-nums">{visit.number}</span>
        </div>
        <VisitStatus status={visit.status} />
      </div>
      <p className="mt-2">
        <VisitWhen day={visit.date_in_words} time={visit.time} />
      </p>
      <p className="wrap-anywhere text-moss">
        {visit.duration}, {visit.address}
      </p>
    </Card>
  );
}

/** Confirmed is green, anything else amber (spec section 4). */
export function VisitStatus({ status }: { status: BookingStatus }) {
  const { tone, label } = statusChip(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** A day and a time whose parts stay together: "Tuesday, November 24, 2026, 8:00 AM". */
export function VisitWhen({ day, time }: { day: string; time: string }) {
  return (
    <>
      {day}, <span className="whitespace-nowrap">{time}</span>
    </>
  );
}
