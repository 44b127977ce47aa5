import { type RefObject, useEffect, useRef, useState } from "react";

/** Where a dragged block would land. `start`: minutes from midnight of its left edge, on the day board. */
export type Hover = { visit_id: string; crew_id: string; date: string; start: number | null };

type Options = {
  board: RefObject<HTMLElement | null>;
  /** A block was let go over a place; false: it goes back at once. */
  onDrop: (hover: Hover) => boolean;
  /** Whether what was dropped is still being decided. */
  deciding: boolean;
};

const THRESHOLD = 5;

/**
 * Blocks (`data-visit`, `data-movable`) that a mouse or pen drags over the places of a board (`data-crew`, `data-date`).
 * A dropped block stays where it is until it is decided; then the page shows it there, or it goes back.
 */
export function useDrag({ board, onDrop, deciding }: Options): {
  hover: Hover | null;
  dragging: string | null;
} {
  const [hover, setHover] = useState<Hover | null>(null);
  const [dragging, setDragging] = useState<string | null>(null);
  const dropped = useRef<HTMLElement | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  useEffect(() => {
    if (deciding || !dropped.current) return;
    putBack(dropped.current);
    dropped.current = null;
  }, [deciding]);

  useEffect(() => {
    const root = board.current;
    if (!root) return;
    let block: HTMLElement | null = null;
    let from = { x: 0, y: 0 };
    let moving = false;
    let over: Hover | null = null;

    const onDown = (event: PointerEvent) => {
      const found = (event.target as Element).closest<HTMLElement>("[data-movable]");
      if (!found || event.button !== 0 || event.pointerType === "touch" || dropped.current) return;
      if (!matchMedia("(width >= 48rem)").matches) return;
      block = found;
      from = { x: event.clientX, y: event.clientY };
      moving = false;
    };
    const onMove = (event: PointerEvent) => {
      if (!block) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moving && Math.hypot(x, y) < THRESHOLD) return;
      if (!moving) {
        moving = true;
        block.dataset.moving = "";
        block.style.pointerEvents = "none";
        setDragging(block.dataset.visit ?? null);
      }
      block.style.transform = `translate(${x}px, ${y}px)`;
      over = placeUnder(event, block);
      setHover(over);
    };
    const end = (land: boolean) => {
      if (!block) return;
      const moved = block;
      block = null;
      setHover(null);
      setDragging(null);
      if (!moving) return;
      delete moved.dataset.moving;
      if (land && over && drop.current(over)) {
        moved.dataset.sent = "";
        dropped.current = moved;
      } else putBack(moved);
      // The press that ends a drag must not open the visit.
      root.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => root.removeEventListener("click", swallow, { capture: true }));
    };
    const onUp = () => end(true);
    const onCancel = () => end(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !block) return;
      event.preventDefault();
      end(false);
    };
    root.addEventListener("pointerdown", onDown);
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", onCancel);
    addEventListener("keydown", onKey, true);
    return () => {
      root.removeEventListener("pointerdown", onDown);
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onUp);
      removeEventListener("pointercancel", onCancel);
      removeEventListener("keydown", onKey, true);
    };
  }, [board]);

  return { hover, dragging };
}

function swallow(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

function putBack(block: HTMLElement) {
  delete block.dataset.sent;
  block.dataset.back = "";
  block.style.transform = "";
  block.style.pointerEvents = "";
  setTimeout(() => delete block.dataset.back, 250);
}

function placeUnder(event: PointerEvent, block: HTMLElement): Hover | null {
  const place = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-date]");
  const { crew: crew_id, date } = place?.dataset ?? {};
  const visit_id = block.dataset.visit;
  if (!place || !crew_id || !date || !visit_id) return null;
  const table = place.closest<HTMLElement>("[data-from]");
  if (!table) return { visit_id, crew_id, date, start: null };
  const head = table.querySelector<HTMLElement>("thead th")?.getBoundingClientRect();
  const box = table.getBoundingClientRect();
  const [first, last] = [Number(table.dataset.from), Number(table.dataset.to)];
  const left = head?.right ?? box.left;
  // A block of the lane above has no length here: the pointer says where it begins.
  const edge = block.closest("[data-from]") ? block.getBoundingClientRect().left : event.clientX;
  const axisLeft = box.left + (head?.width ?? 0);
  const share = (edge - Math.min(left, axisLeft)) / (box.width - (head?.width ?? 0));
  return { visit_id, crew_id, date, start: first + share * (last - first) };
}
