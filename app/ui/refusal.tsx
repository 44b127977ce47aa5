/**
 * Why a form that was sent is refused: a destructive toast, and in its place a notice where there is no script.
 *
 *   <Refusal toast={actionData?.toast} />
 *   <Refusal toast={…} stays />   the notice stands in the page in any case
 */
import { useEffect } from "react";
import type { ToastMessage } from "~/lib/toast-message";
import { cx } from "./cx";
import { Notice } from "./notice";
import { useToast } from "./toast";

type Props = { toast: ToastMessage | null | undefined; stays?: boolean; className?: string };

export function Refusal({ toast, stays = false, className }: Props) {
  const show = useToast();
  useEffect(() => {
    if (toast) show(toast);
  }, [toast, show]);
  if (!toast) return null;
  return (
    <Notice tone="error" title={toast.title} className={cx(!stays && "hidden! noscript:flex!", className)}>
      {toast.description}
    </Notice>
  );
}
