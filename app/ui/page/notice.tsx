/**
 * A message inside the page that stays until its cause is gone.
 *
 *   <Notice tone="error" action={<ButtonLink href="/services">Try again</ButtonLink>}>Error …</Notice>
 *
 * tone  error (announced at once), info (default), success
 */
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import type { ReactNode } from "react";
import { cx } from "~/ui/cx";

const tones = {
  info: { Icon: Info, look: "bg-glass text-ink", icon: "text-glass-ink" },
  success: { Icon: CircleCheck, look: "bg-fern-soft text-ink", icon: "text-fern" },
  error: { Icon: CircleAlert, look: "bg-berry-soft text-ink ring-1 ring-berry/25", icon: "text-berry" },
};

type Props = {
  tone?: keyof typeof tones;
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Notice({ tone = "info", title, action, className, children }: Props) {
  const { Icon, look, icon } = tones[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cx("flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card px-5 py-4", look, className)}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Icon strokeWidth={1.75} className={cx("mt-0.5 size-5 shrink-0", icon)} />
        <div>
          {title && <p className="font-semibold">{title}</p>}
          <div>{children}</div>
        </div>
      </div>
      {action}
    </div>
  );
}
