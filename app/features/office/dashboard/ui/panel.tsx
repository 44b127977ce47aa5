import type { ComponentType, ReactNode } from "react";
import { Link } from "react-router";
import type { PaymentState } from "~/features/office/dashboard/today";
import { ButtonLink } from "~/ui/action/button-link";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";

type Props = {
  id: string;
  title: string;
  note?: ReactNode;
  more?: { href: string; label: string };
  className?: string;
  children: ReactNode;
};

/** A section with a link to its full page. */
export function Panel({ id, title, note, more, className, children }: Props) {
  return (
    <Card className={cx("min-w-0 p-5 sm:p-6", className)}>
      <section aria-labelledby={id}>
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="text-heading">
            {title}
            {note && (
              <span className="block font-normal font-sans text-[0.9375rem]/6 text-moss lg:ml-2.5 lg:inline">
                {note}
              </span>
            )}
          </h2>
          {more && (
            <Link
              to={more.href}
              className="-my-2 inline-flex min-h-11 items-center rounded-control font-semibold text-[0.9375rem] text-evergreen-700 underline-offset-4 hover:underline"
            >
              {more.label}
            </Link>
          )}
        </div>
        {children}
      </section>
    </Card>
  );
}

type StatCardProps = { label: string; note: string; icon: ReactNode; children: ReactNode };

/** A figure with its label and explanation. */
export function StatCard({ label, note, icon, children }: StatCardProps) {
  return (
    <Card as="li" className="grid content-start gap-2 p-4 sm:gap-3 sm:p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-sans font-semibold text-[0.9375rem]/5">{label}</h2>
        <span className="text-moss">{icon}</span>
      </div>
      <p className="font-[560] font-display text-[clamp(1.375rem,1.1rem+1vw,2rem)] tabular-nums leading-tight wrap-anywhere">
        {children}
      </p>
      <p className="text-[0.9375rem]/5 text-moss">{note}</p>
    </Card>
  );
}

const BOOKINGS = {
  "on the day": "Customers can book visits online and pay on the day. Plans can't be booked.",
  "no bookings": "No one can book online.",
};

/** Says that cards can't be taken or that payments are tests. */
export function PaymentNotice({ state }: { state: NonNullable<PaymentState> }) {
  const settings = (
    <ButtonLink href="/admin/settings?tab=payments" variant="secondary" size="small">
      Set up payments
    </ButtonLink>
  );
  if (state === "test") {
    return (
      <Notice title="Payments are in test mode" action={settings}>
        Customers pay at the built-in test checkout: no cards are charged and no money moves.
      </Notice>
    );
  }
  return (
    <Notice tone="error" title="No payment provider is set up: you can't take cards" action={settings}>
      {BOOKINGS[state]}
    </Notice>
  );
}

type Action = {
  href: string;
  label: string;
  icon: ComponentType<{ strokeWidth?: number; className?: string }>;
};

export function QuickActions({ actions }: { actions: Action[] }) {
  return (
    <Panel id="actions" title="Quick Actions">
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        {actions.map(({ href, label, icon: Icon }) => (
          <li key={href}>
            <Link
              to={href}
              className={cx(
                buttonLook({ variant: "secondary", size: "small" }),
                "min-h-11 w-full justify-start!",
              )}
            >
              <Icon strokeWidth={1.75} className="size-5" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Line = { id: number; at: string; who: string; what: string };

/** The newest audit entries as sentences. */
export function RecentActivity({ lines, href }: { lines: Line[]; href: string }) {
  return (
    <Panel id="activity" title="Recent Activity" more={{ href, label: "All activity" }}>
      {lines.length === 0 && <p className="text-moss">Changes will show up here.</p>}
      <ol>
        {lines.map(({ id, at, who, what }) => (
          <li key={id} className="border-line not-first:border-t">
            <Link
              to={`${href}/${id}`}
              className="-mx-2 block rounded-control px-2 py-2.5 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
            >
              <span className="block wrap-anywhere">
                <b className="font-semibold">{who}</b> {what}
              </span>
              <span className="block text-[0.8125rem]/5 text-moss tabular-nums">{at}</span>
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
