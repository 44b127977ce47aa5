import { type ReactNode, useEffect, useRef } from "react";
import { Card } from "~/ui/card";

type Props = {
  id: string;
  heading: string;
  badge?: ReactNode;
  /** It has taken the place of the form that was sent, so the focus goes to it. */
  arrives?: boolean;
  children: ReactNode;
};

/** One part of 'Password and security'. */
export function SecurityCard({ id, heading, badge, arrives = false, children }: Props) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!arrives) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView();
  }, [arrives]);
  return (
    <section
      ref={section}
      aria-labelledby={id}
      tabIndex={arrives ? -1 : undefined}
      className="scroll-mt-24 outline-none"
    >
      <Card className="grid gap-5 p-5 sm:p-7">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={id} className="text-heading">
            {heading}
          </h2>
          {badge}
        </div>
        {children}
      </Card>
    </section>
  );
}
