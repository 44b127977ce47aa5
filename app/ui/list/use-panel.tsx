import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import { useActionData, useLocation } from "react-router";

type Panel = RefObject<HTMLElement | null>;

const COVERING = "(width < 64rem)";

/** The width below which the panel covers the list, so the list can't be reached. */
export function useCoveredList(panel: Panel): void {
  useEffect(() => {
    const narrow = matchMedia(COVERING);
    const covered = beside(panel.current);
    const apply = () => {
      for (const one of covered) one.inert = narrow.matches;
    };
    apply();
    narrow.addEventListener("change", apply);
    return () => {
      narrow.removeEventListener("change", apply);
      for (const one of covered) one.inert = false;
    };
  }, [panel]);
}

/** Everything on the page that the panel covers. */
function beside(panel: HTMLElement | null): HTMLElement[] {
  const end = panel?.closest("main")?.parentElement ?? null;
  const found: HTMLElement[] = [];
  for (let node: Element | null = panel; node && node !== end; node = node.parentElement) {
    for (const sibling of node.parentElement?.children ?? []) {
      if (sibling !== node && sibling instanceof HTMLElement && !sibling.inert) found.push(sibling);
    }
  }
  return found;
}

/** Focuses the panel while it is open. Afterward the focus returns to what opened it, or to the link to it. */
export function useFocusBack(panel: Panel, closeHref: string): void {
  const closed = useRef(closeHref);
  useEffect(() => {
    closed.current = closeHref;
  }, [closeHref]);
  useEffect(() => {
    const opener = document.activeElement;
    const main = panel.current?.closest("main");
    const { pathname, search } = location;
    panel.current?.focus({ preventScroll: true });
    return () => {
      const list = new URL(closed.current, location.href).pathname;
      if (location.pathname !== list || document.activeElement !== document.body) return;
      const links = [...(main?.querySelectorAll("a") ?? [])];
      const target =
        (opener instanceof HTMLElement && opener !== document.body && opener.isConnected && opener) ||
        links.find((link) => link.pathname === pathname && link.search === search) ||
        (pathname !== list && links.find((link) => link.pathname === pathname)) ||
        main;
      if (target) target.focus({ preventScroll: true });
    };
  }, [panel]);
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Whether something in a panel was changed and not saved yet. */
export function useTyped() {
  const { key } = useLocation();
  const isRefused = useActionData() !== undefined;
  const before = useRef(new Map<Field, string>());
  const refused = useRef(isRefused);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent and led on is saved
  useEffect(() => {
    refused.current = isRefused;
    if (isRefused) return;
    before.current.clear();
    const active = document.activeElement;
    if (active && isField(active)) before.current.set(active, stateOf(active));
  }, [isRefused, key]);
  const onFocus = useCallback(({ target }: FocusEvent) => {
    if (isField(target) && !before.current.has(target)) before.current.set(target, stateOf(target));
  }, []);
  const isUnsaved = useCallback(
    () =>
      refused.current ||
      [...before.current].some(([field, state]) => field.isConnected && stateOf(field) !== state),
    [],
  );
  return { onFocus, isUnsaved };
}

function isField(target: EventTarget): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}

function stateOf(field: Field): string {
  const isBox = field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
  return isBox ? String(field.checked) : field.value;
}
