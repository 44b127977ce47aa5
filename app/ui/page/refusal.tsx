/**
 * Says why a form was refused: by a toast, and without script by a notice in its place.
 *
 *   <Refusal toast={actionData?.toast} />
 *   <Refusal toast={…} inline />   always shows the notice, too
 */
import { useEffect } from "react";
import type { ToastMessage } from "~/lib/toast-message";
import { cx } from "~/ui/cx";
import { Notice } from "./notice";
import { useToast } from "./toast";

type Props = { toast: ToastMessage | null | undefined; inline?: boolean; className?: string };

export function Refusal({ toast, inline = false, className }: Props) {
  const show = useToast();
  useEffect(() => {
    if (toast) show(toast);
  }, [toast, show]);
  if (!toast) return null;
  return (
    <Notice tone="error" title={toast.title} className={cx(!inline && "hidden! noscript:flex!", className)}>
      {toast.description}
    </Notice>
  );
}
