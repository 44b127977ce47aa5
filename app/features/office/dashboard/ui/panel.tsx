import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "~/ui/card";
import { cx } from "~/ui/cx";

type Props = {
  id: string;
  title: string;
  note?: ReactNode;
  more?: { href: string; label: string };
  className?: string;
  children: ReactNode;
};

/** A part of the dashboard, with a way to the page that has all of it. */
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
