import { useEffect, useRef } from "react";

/** Where the day is now, over the table beside it. It is placed by script: a page may not bring styles of its own. */
export function NowLine({ share }: { share: number }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mark = line.current;
    const table = mark?.parentElement?.querySelector("table");
    const head = table?.querySelector<HTMLElement>("thead th");
    if (!mark || !table || !head) return;
    const place = () => {
      mark.style.left = `${head.offsetWidth + (table.offsetWidth - head.offsetWidth) * share}px`;
      mark.hidden = false;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(table);
    return () => observer.disconnect();
  }, [share]);
  return (
    <div
      ref={line}
      hidden
      aria-hidden
      className="pointer-events-none absolute inset-y-0 z-10 w-0.5 -translate-x-1/2 bg-berry max-md:hidden!"
    >
      <span className="absolute top-0 left-1/2 size-2.5 -translate-x-1/2 rounded-full bg-berry" />
    </div>
  );
}
