import CalendarSync from "lucide-react/icons/calendar-sync";
import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import NotebookPen from "lucide-react/icons/notebook-pen";
import UsersRound from "lucide-react/icons/users-round";
import type { ShownPlan } from "~/features/plans/change/plan-page";
import { FactList } from "~/ui/fact-list";

/** When, how long, where and who, and what the customer wrote. */
export function PlanFacts({ plan }: { plan: ShownPlan }) {
  const facts = [
    { label: "When", value: plan.when, Icon: CalendarSync },
    { label: "Duration", value: plan.duration, Icon: Clock },
    { label: "Who", value: "The same crew whenever possible", Icon: UsersRound },
    { label: "Where", value: plan.address, Icon: MapPin },
    { label: "Notes", value: plan.notes, Icon: NotebookPen },
  ];
  return <FactList facts={facts} />;
}
