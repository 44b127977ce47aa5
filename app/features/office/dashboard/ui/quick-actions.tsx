import type { ComponentType } from "react";
import { Link } from "react-router";
import { buttonLook } from "~/ui/button-look";
import { cx } from "~/ui/cx";
import { Panel } from "./panel";

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
