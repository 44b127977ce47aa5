import type { ShownVisit } from "~/features/booking/manage/visit-page";
import { Card } from "~/ui/card";
import { VisitStatus } from "./visit-status";
import { VisitWhen } from "./visit-when";

/** Which visit a page is about, in four lines. */
export function VisitShort({ visit }: { visit: ShownVisit }) {
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-display text-heading [font-weight:560]">{visit.service}</p>
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
