import BedDouble from "lucide-react/icons/bed-double";
import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import NotebookPen from "lucide-react/icons/notebook-pen";
import type { ShownVisit } from "~/features/booking/manage/visit-page";
import { FactList } from "~/ui/fact-list";

type Props = { visit: ShownVisit; rooms: string | null; notes: string | null };

/** Duration, where, which rooms, and what the customer wrote. */
export function VisitFacts({ visit, rooms, notes }: Props) {
  const facts = [
    { label: "Duration", value: visit.duration, Icon: Clock },
    { label: "Where", value: visit.address, Icon: MapPin },
    { label: "Home", value: rooms, Icon: BedDouble },
    { label: "Notes", value: notes, Icon: NotebookPen },
  ];
  return <FactList facts={facts} />;
}
