import BedDouble from "lucide-react/icons/bed-double";
import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import NotebookPen from "lucide-react/icons/notebook-pen";
import type { ShownVisit } from "../visit-page";

type Props = { visit: ShownVisit; rooms: string | null; notes: string | null };

/** How long, where, which rooms, and what the customer wrote. */
export function VisitFacts({ visit, rooms, notes }: Props) {
  const facts = [
    { label: "How long", value: visit.duration, Icon: Clock },
    { label: "Where", value: visit.address, Icon: MapPin },
    { label: "Home", value: rooms, Icon: BedDouble },
    { label: "Notes", value: notes, Icon: NotebookPen },
  ];
  return (
    <dl className="divide-y divide-line rounded-card bg-snow px-5 shadow-rest ring-1 ring-line sm:px-6">
      {facts.map(
        ({ label, value, Icon }) =>
          value && (
            <div key={label} className="grid grid-cols-[1.25rem_1fr] gap-x-4 py-4">
              <Icon aria-hidden strokeWidth={1.75} className="row-span-2 mt-0.5 size-5 text-evergreen-600" />
              <dt className="text-moss text-sm/5">{label}</dt>
              <dd className="wrap-anywhere mt-0.5 whitespace-pre-line font-medium">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
