import CalendarSync from "lucide-react/icons/calendar-sync";
import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import NotebookPen from "lucide-react/icons/notebook-pen";
import UsersRound from "lucide-react/icons/users-round";
import type { ShownPlan } from "../plan-page";

/** When, how long, where and who, and what the customer wrote. */
export function PlanFacts({ plan }: { plan: ShownPlan }) {
  const facts = [
    { label: "When", value: plan.when, Icon: CalendarSync },
    { label: "How long", value: plan.duration, Icon: Clock },
    { label: "Who", value: "The same crew whenever it can", Icon: UsersRound },
    { label: "Where", value: plan.address, Icon: MapPin },
    { label: "Notes", value: plan.notes, Icon: NotebookPen },
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
