import GripVertical from "lucide-react/icons/grip-vertical";
import type { PointerEvent } from "react";
import { useHydrated } from "~/ui/use-hydrated";

type Props = {
  /** The row over which the pointer is, by what stands in its `data-service`. */
  onDrag: (over: string) => void;
  onDrop: () => void;
};

/** What a row is dragged by, with a mouse or a finger; keys have buttons for that. */
export function OfficeHandle({ onDrag, onDrop }: Props) {
  if (!useHydrated()) return null;
  const follow = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { clientX, clientY } = event;
    const row = document.elementFromPoint(clientX, clientY)?.closest("tr");
    const over = row?.querySelector<HTMLElement>("[data-service]")?.dataset.service;
    if (over) onDrag(over);
  };
  return (
    <span
      aria-hidden
      title="Drag to move"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={follow}
      onLostPointerCapture={onDrop}
      className="relative z-1 -my-1 -ml-2 grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink active:cursor-grabbing md:h-10 md:w-7"
    >
      <GripVertical strokeWidth={1.75} className="size-5" />
    </span>
  );
}
