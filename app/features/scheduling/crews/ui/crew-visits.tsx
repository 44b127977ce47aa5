import { Form, Link, useNavigation } from "react-router";
import { formatDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Badge } from "~/ui/list/badge";
import { Notice } from "~/ui/page/notice";
import { PanelPart } from "./crew-form";

type Visit = {
  id: string;
  date: string;
  time: string;
  ends: string;
  service: string;
  customer: string | null;
  city: string;
  in_the_way: "time off" | "hours" | null;
};

type Props = {
  crew: { name: string; is_active: boolean; visits_ahead: number; visits: Visit[] };
  /** Where one visit can be moved. */
  visitHref: (visit: { id: string; date: string }) => string;
  refusal: string | null | undefined;
};

/** The crew's upcoming visits, which other crews must take before it is deactivated. */
export function CrewVisits({ crew, visitHref, refusal }: Props) {
  const inTheWay = crew.visits.filter(({ in_the_way }) => in_the_way !== null);
  return (
    <>
      <PanelPart id="visits" title={`Upcoming visits (${crew.visits_ahead})`}>
        {inTheWay.length > 0 && (
          <Notice
            tone="error"
            className="mb-4"
            title={`${inTheWay.length} ${inTheWay.length === 1 ? "visit conflicts" : "visits conflict"} with this`}
            action={<GiveAway which="in the way">Reassign</GiveAway>}
          >
            They stay with this crew until you reassign them.
          </Notice>
        )}
        {crew.visits.length === 0 && <p className="text-moss">No visits are booked with this crew.</p>}
        <ul className="grid">
          {[...inTheWay, ...crew.visits.filter(({ in_the_way }) => in_the_way === null)].map((visit) => (
            <li
              key={visit.id}
              className="flex items-center justify-between gap-3 border-line py-2 not-last:border-b"
            >
              <div className="min-w-0 wrap-anywhere">
                <p className="font-medium tabular-nums">
                  {formatDate(visit.date)}, {visit.time} – {visit.ends}
                </p>
                <p className="text-[0.9375rem]/5 text-moss">
                  {[visit.service, visit.customer ?? "No name yet", visit.city].join(" · ")}
                </p>
                {visit.in_the_way && (
                  <Badge tone="berry" className="mt-1">
                    {visit.in_the_way === "hours" ? "Outside its hours" : "On a day off"}
                  </Badge>
                )}
              </div>
              <Link
                to={visitHref(visit)}
                aria-label={`Move ${visit.service} on ${formatDate(visit.date)}`}
                className={`${buttonLook({ variant: "ghost", size: "small" })} -mr-4 min-h-11`}
              >
                Move
              </Link>
            </li>
          ))}
        </ul>
        {crew.visits.length < crew.visits_ahead && (
          <p className="mt-3 text-moss">Showing the next {crew.visits.length}.</p>
        )}
      </PanelPart>
      <PanelPart id="activity" title={crew.is_active ? "Deactivate this crew" : "Reactivate this crew"}>
        {refusal && (
          <Notice
            tone="error"
            title={refusal}
            className="mb-4"
            action={crew.visits.length > 0 && <GiveAway which="all">Reassign</GiveAway>}
          >
            Reassign them first, or move them one at a time above.
          </Notice>
        )}
        <p className="mb-3 text-[0.9375rem]/6 text-moss">
          {crew.is_active
            ? "It won't get any more visits. Its history is kept, and you can reactivate it at any time."
            : "It can be booked again right away."}
        </p>
        <Form method="post" preventScrollReset>
          <button
            type="submit"
            name="intent"
            value={crew.is_active ? "deactivate" : "activate"}
            className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
          >
            {crew.is_active ? "Deactivate" : "Activate"}
          </button>
        </Form>
      </PanelPart>
    </>
  );
}

function GiveAway({ which, children }: { which: "all" | "in the way"; children: string }) {
  const data = useNavigation().formData;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="which" value={which} />
      <Button
        type="submit"
        name="intent"
        value="hand-over"
        size="small"
        variant="secondary"
        className="min-h-11"
        pending={data?.get("intent") === "hand-over" && data.get("which") === which}
        pendingLabel="Moving..."
      >
        {children}
      </Button>
    </Form>
  );
}
