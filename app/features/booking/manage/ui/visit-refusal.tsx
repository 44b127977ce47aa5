import { useEffect, useRef } from "react";
import { Notice } from "~/ui/notice";

/** Why nothing was changed. It takes the focus when it comes without a new page, so that nobody misses it. */
export function VisitRefusal({ title, message }: { title: string; message: string }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is another refusal
  useEffect(() => box.current?.focus(), [message]);
  return (
    <div ref={box} tabIndex={-1} className="mt-6 scroll-mt-24 rounded-card">
      <Notice tone="error" title={title}>
        {message}
      </Notice>
    </div>
  );
}
