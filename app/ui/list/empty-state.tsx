/**
 * Says that there is nothing yet, and what to do next.
 *
 *   <EmptyState icon={CalendarPlus} title="No upcoming cleanings" action={<ButtonLink href="/book">…</ButtonLink>}>
 *     Book a visit, and it shows up here.
 *   </EmptyState>
 */
import type { ComponentType, ReactNode } from "react";
import { LenticelDivider } from "~/ui/art/lenticel-divider";

type Props = {
  icon: ComponentType<{ strokeWidth?: number; className?: string }>;
  title: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

export function EmptyState({ icon: Icon, title, action, children }: Props) {
  return (
    <div className="flex flex-col items-center rounded-card bg-snow px-6 py-12 text-center shadow-rest ring-1 ring-line sm:py-16">
      <span className="grid size-14 place-items-center rounded-full bg-sage-soft text-evergreen-700">
        <Icon strokeWidth={1.75} className="size-6" />
      </span>
      <h2 className="mt-5 text-heading">{title}</h2>
      <p className="mt-2 max-w-md text-balance text-moss">{children}</p>
      {action && <div className="mt-6">{action}</div>}
      <LenticelDivider className="mt-10 w-24 text-line" />
    </div>
  );
}
