import SearchIcon from "lucide-react/icons/search";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { LONGEST, SEARCH_PAGE } from "~/features/office/search/rules";
import { cx } from "~/ui/cx";
import type { PalettePage, PaletteProps } from "./palette";

type Opened = { text: string; from: HTMLElement | null };

/**
 * The search in the head of every page, a form that needs no script. Ctrl/Cmd+K, a click and typing open the palette, whose
 * code is loaded then. Until it is there, the field takes what is typed.
 */
export function SearchField({ pages }: { pages: PalettePage[] }) {
  const field = useRef<HTMLInputElement>(null);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [opened, setOpened] = useState<Opened | null>(null);
  const loading = useRef<Promise<void>>(undefined);

  const load = useCallback(() => {
    loading.current ??= import("./palette").then(
      (module) => setPalette(() => module.Palette),
      (error) => {
        loading.current = undefined;
        throw error;
      },
    );
    return loading.current;
  }, []);

  const open = useCallback(async () => {
    const from = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    if (!loading.current) field.current?.focus();
    try {
      await load();
    } catch {
      return; // the field is a form of its own
    }
    setOpened({ text: field.current?.value ?? "", from: from === document.body ? null : from });
    if (field.current) field.current.value = "";
  }, [load]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Control" || event.key === "Meta") load().catch(() => {});
      const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.shiftKey || event.altKey || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      if (opened) setOpened(null);
      else void open();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [load, open, opened]);

  return (
    <>
      <Form role="search" action={SEARCH_PAGE} className="relative ml-auto w-full max-w-md max-md:hidden">
        <SearchIcon
          aria-hidden
          strokeWidth={1.75}
          className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-moss"
        />
        <input
          ref={field}
          type="search"
          name="q"
          maxLength={LONGEST}
          aria-label="Search everything"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Name, phone, email, street or #number"
          autoComplete="off"
          onPointerEnter={() => load().catch(() => {})}
          onClick={() => void open()}
          onInput={() => void open()}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            void open();
          }}
          className={fieldLook}
        />
        <kbd className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded-md bg-sage-soft px-1.5 py-0.5 font-sans text-moss text-sm/5 noscript:hidden max-lg:hidden">
          Ctrl K
        </kbd>
      </Form>
      <a
        href={SEARCH_PAGE}
        aria-label="Search everything"
        onPointerDown={() => load().catch(() => {})}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          void open();
        }}
        className="ml-auto grid size-11 place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink md:hidden"
      >
        <SearchIcon aria-hidden strokeWidth={1.75} className="size-5" />
      </a>
      {Palette && opened && <Palette pages={pages} {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const fieldLook = cx(
  "block min-h-10 w-full rounded-control border border-line-strong/60 bg-snow py-1.5 pr-3 pl-9.5 text-[0.9375rem]/6 text-ink lg:pr-16",
  "transition-[border-color,box-shadow] duration-150 placeholder:text-moss hover:border-moss",
  "focus:border-evergreen-700 focus:outline-none focus:ring-3 focus:ring-sunlight/60 forced-colors:focus:outline-2",
);
