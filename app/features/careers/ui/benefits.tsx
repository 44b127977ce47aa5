import CalendarClock from "lucide-react/icons/calendar-clock";
import Handshake from "lucide-react/icons/handshake";
import Sprout from "lucide-react/icons/sprout";
import { Card } from "~/ui/card";
import { Section } from "~/ui/section";

const icons = [Sprout, Handshake, CalendarClock];

/** What people who work here can count on. */
export function Benefits({ benefits }: { benefits: readonly { title: string; text: string }[] }) {
  return (
    <Section aria-label="Why work with us">
      <ul className="grid gap-5 lg:grid-cols-3 lg:gap-6">
        {benefits.map(({ title, text }, index) => {
          const Icon = icons[index % icons.length] ?? Sprout;
          return (
            <Card as="li" key={title} className="p-6 sm:max-lg:flex sm:max-lg:gap-6 lg:p-8">
              <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sage-soft text-evergreen-700">
                <Icon strokeWidth={1.75} className="size-6" />
              </span>
              <div>
                <h2 className="mt-5 text-heading sm:max-lg:mt-0">{title}</h2>
                <p className="mt-2 text-moss">{text}</p>
              </div>
            </Card>
          );
        })}
      </ul>
    </Section>
  );
}
