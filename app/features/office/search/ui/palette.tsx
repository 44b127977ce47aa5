/**
 * Finds anything by keyboard: what is searched for, what was opened last, the pages of the menu, and what is done most. Enter
 * in a hurry waits for what belongs to the text.
 */
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import ChevronRight from "lucide-react/icons/chevron-right";
import SearchIcon from "lucide-react/icons/search";
import UserPlus from "lucide-react/icons/user-plus";
import X from "lucide-react/icons/x";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { bookingPath, type Found, type Hit, LONGEST, SEARCH_PAGE } from "~/features/office/search/rules";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { LenticelShimmer } from "~/ui/art/lenticel-shimmer";
import { useFound } from "./found";
import { HitLine } from "./hits";
import { readRecent, rememberHit } from "./recent";

export type PalettePage = {
  href: string;
  label: string;
  icon: ComponentType<{ strokeWidth?: number; className?: string }>;
};
export type PaletteProps = {
  pages: PalettePage[];
  /** What was typed before it opened. */
  text: string;
  /** What gets the focus when it closes. */
  from: HTMLElement | null;
  onClose: () => void;
};

type Item = { href: string; label: string; hit?: Hit; icon?: PalettePage["icon"] };
type Group = { value: string; items: Item[] };

const ACTIONS: Item[] = [
  { href: "/admin/bookings/new", label: "New booking", icon: CalendarPlus },
  { href: "/admin/customers/new", label: "New customer", icon: UserPlus },
];

export function Palette({ pages, text, from, onClose }: PaletteProps) {
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { q, found, trouble, settled, retry } = useFound(typed);
  const [recent] = useState(readRecent);
  const groups = groupsOf({ q: typed.trim(), found, pages, recent });
  const hurried = useRef(false);

  const go = ({ href, hit }: Item) => {
    if (hit) rememberHit(hit);
    onClose();
    void navigate(href);
  };

  useEffect(() => {
    if (!settled || !hurried.current) return;
    hurried.current = false;
    const first = groups[0]?.items[0];
    if (first && found && !found.call) go(first);
  });

  const none = settled && q !== "" && !trouble && found?.groups.length === 0;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim motion-safe:animate-appear" />
        <Dialog.Popup
          aria-label="Search everything"
          initialFocus={input}
          finalFocus={() => (from?.isConnected ? from : true)}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-2xl flex-col overflow-clip rounded-card bg-snow text-ink shadow-lift ring-1 ring-line outline-none sm:inset-x-6 sm:top-[10vh] sm:max-h-[min(38rem,80vh)]"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={typed}
            onValueChange={(value, { reason }) => {
              if (reason === "item-press") return;
              hurried.current = false;
              setTyped(value);
            }}
            itemToStringValue={(item: Item) => item.label}
            filter={null}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-2 border-line border-b pr-2 pl-4">
              <SearchIcon aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-moss" />
              <Autocomplete.Input
                ref={input}
                type="search"
                enterKeyHint="go"
                maxLength={LONGEST}
                aria-label="Search by name, phone, email, street or number"
                placeholder="Name, phone, email, street or #number"
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                  if (settled) return;
                  event.preventDefault();
                  event.preventBaseUIHandler();
                  hurried.current = true;
                }}
                className="min-h-14 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-moss [&::-webkit-search-cancel-button]:hidden"
              />
              {!settled && <LenticelShimmer className="shrink-0 text-evergreen-700" />}
              <Dialog.Close
                aria-label="Close"
                className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control text-moss hover:bg-sage-soft hover:text-ink"
              >
                <X aria-hidden strokeWidth={1.75} className="size-5" />
              </Dialog.Close>
            </div>
            <div ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-py-2 p-2">
              <Autocomplete.Status className="text-moss text-sm empty:hidden">
                {statusOf({ settled, trouble: trouble !== null, none, found: settled ? found : null })}
              </Autocomplete.Status>
              {settled && trouble && <Troubled trouble={trouble} here={pathname + search} onRetry={retry} />}
              {none && (
                <p aria-hidden className="px-3 py-3 text-[0.9375rem] text-moss">
                  Nothing found for “{q}”.
                </p>
              )}
              <Autocomplete.List
                aria-label="Found"
                aria-busy={!settled || undefined}
                className="outline-none"
              >
                {(group: Group) => (
                  <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-2">
                    <Autocomplete.GroupLabel className="px-3 pt-1.5 pb-1 text-moss text-sm/5">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: Item) => (
                        <Autocomplete.Item
                          key={item.href}
                          value={item}
                          render={<a href={item.href} tabIndex={-1} />}
                          onClick={(event) => {
                            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                            event.preventDefault();
                            go(item);
                          }}
                          className="flex min-h-11 scroll-my-2 items-center gap-3 rounded-control px-3 py-1.5 text-[0.9375rem] outline-none data-highlighted:bg-sage-soft forced-colors:data-highlighted:outline-2"
                        >
                          <ItemLine {...item} />
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
          </Autocomplete.Root>
          <p className="hidden gap-4 border-line border-t px-4 py-2 text-moss text-sm sm:flex" aria-hidden>
            <span>↑ ↓ Choose</span>
            <span>Enter Open</span>
            <span>Esc Close</span>
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ItemLine({ label, hit, icon: Icon = ChevronRight }: Item) {
  if (hit) return <HitLine {...hit} />;
  return (
    <>
      <Icon strokeWidth={1.75} className="size-5 shrink-0 text-moss" />
      <span className="min-w-0 truncate">{label}</span>
    </>
  );
}

type TroubledProps = { trouble: "failed" | "signed out"; here: string; onRetry: () => void };

function Troubled({ trouble, here, onRetry }: TroubledProps) {
  const isOut = trouble === "signed out";
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-3 py-3">
      <p className="text-[0.9375rem] text-berry">
        {isOut ? "You have been signed out." : "The search didn’t answer. Please try again."}
      </p>
      {isOut ? (
        <a
          href={`/login?${new URLSearchParams({ redirect: here })}`}
          className={buttonLook({ variant: "secondary", size: "small" })}
        >
          Log in
        </a>
      ) : (
        <Button type="button" variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

type Said = { settled: boolean; trouble: boolean; none: boolean; found: Found | null };

/** What is read out about the search. */
function statusOf({ settled, trouble, none, found }: Said) {
  if (!settled || trouble || !found) return null;
  const count = found.groups.reduce((sum, { hits }) => sum + hits.length, 0);
  return <span className="sr-only">{none ? `Nothing found for “${found.q}”.` : `${count} found.`}</span>;
}

type Offered = { q: string; found: Found | null; pages: PalettePage[]; recent: Hit[] };

/** What there is to choose from: with an empty field what was opened last, what is done most, and the pages of the menu. */
function groupsOf({ q, found, pages, recent }: Offered): Group[] {
  const itemOf = (hit: Hit): Item => ({ href: hit.href, label: hit.title, hit });
  const matching = (items: Item[]) =>
    items.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()));
  const hits = (q && found?.groups) || [];
  const groups: Group[] = [
    { value: "Recent", items: q ? [] : recent.map(itemOf) },
    ...hits.map(({ label, hits: some, more }) => ({
      value: label,
      items: [
        ...some.map(itemOf),
        ...(more ? [{ href: more, label: `All ${label.toLowerCase()} with “${found?.q}”` }] : []),
      ],
    })),
    { value: "Actions", items: [...callOf(q, found), ...matching(ACTIONS)] },
    { value: "Pages", items: matching(pages) },
  ];
  if (hits.length > 0)
    groups.push({
      value: "More",
      items: [
        {
          href: `${SEARCH_PAGE}?${new URLSearchParams({ q })}`,
          label: "Show these on a page",
          icon: SearchIcon,
        },
      ],
    });
  return groups.filter(({ items }) => items.length > 0);
}

/** Books for a phone number that nobody has. */
function callOf(q: string, found: Found | null): Item[] {
  if (!q || !found?.call) return [];
  return [{ href: bookingPath(found.call), label: `New booking for ${found.call}`, icon: CalendarPlus }];
}
