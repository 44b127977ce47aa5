import Search from "lucide-react/icons/search";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Form, Link, useFetcher, useNavigate } from "react-router";
import type { Caller } from "~/features/booking/phone/view";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { Card } from "~/ui/page/card";

type Props = {
  caller: Caller | null;
  callers: Caller[];
  find: string;
  /** What is typed, as it is typed. */
  onType: (text: string) => void;
};

const WAIT_MS = 150;
const LEAST = 3;

/** Finds who is calling while the number is typed; one press fills the form. Without script it is a form of its own. */
export function Callers({ caller, callers, find, onType }: Props) {
  const fetcher = useFetcher<{ callers: Caller[]; find: string }>();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState(find);
  const { load } = fetcher;
  useEffect(() => {
    if (typed === find || typed.trim().length < LEAST) return;
    const timer = setTimeout(
      () => load(`/admin/bookings/callers?${new URLSearchParams({ find: typed })}`),
      WAIT_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, find, load]);
  if (caller) return <Chosen caller={caller} />;
  const isFound = fetcher.data?.find === typed.trim();
  const found =
    typed.trim().length < LEAST ? [] : typed !== find && fetcher.data ? fetcher.data.callers : callers;
  const isNobody = typed.trim().length >= LEAST && found.length === 0 && (isFound || typed === find);

  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    const [only, another] = found;
    if (event.key === "Enter" && !(isFound || typed === find)) return;
    if (!only) return;
    event.preventDefault();
    if (event.key === "Enter" && !another) navigate(hrefOf(only, typed), { preventScrollReset: true });
    else list.current?.querySelector("a")?.focus();
  };
  return (
    <Card className="p-4 sm:px-5">
      <Form role="search" preventScrollReset className="flex flex-wrap items-end gap-3">
        <label className="min-w-60 max-w-xl flex-1">
          <span className="mb-1.5 block font-semibold text-[0.9375rem]/5">Who is calling?</span>
          <span className="relative block">
            <Search
              aria-hidden
              strokeWidth={1.75}
              className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-moss"
            />
            <input
              type="search"
              name="find"
              value={typed}
              onChange={({ currentTarget: { value } }) => {
                setTyped(value);
                onType(value);
              }}
              onKeyDown={press}
              // biome-ignore lint/a11y/noAutofocus: the page is opened to type the caller's number
              autoFocus
              maxLength={100}
              autoComplete="off"
              placeholder="Phone number, name, email or street"
              className={cx(controlLook, "pl-10")}
            />
          </span>
        </label>
        <Button type="submit" variant="secondary">
          Find
        </Button>
      </Form>
      <p role="status" className={cx("text-[0.9375rem] text-moss", isNobody && "mt-3")}>
        {isNobody && "No customers found. Enter the name and contact details below."}
      </p>
      {found.length > 0 && (
        <ul ref={list} className="wrap-anywhere mt-3 grid grid-cols-1 gap-1">
          {found.map((one) => (
            <li key={one.id}>
              <Link
                to={hrefOf(one, typed)}
                preventScrollReset
                className="grid min-h-11 gap-x-4 rounded-control px-3 py-2 transition-colors hover:bg-sage-soft sm:grid-cols-2"
              >
                <Who caller={one} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Chosen({ caller }: { caller: Caller }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
      <div className="wrap-anywhere grid min-w-0 flex-1 gap-x-4 sm:grid-cols-2">
        <Who caller={caller} />
      </div>
      <Link to="/admin/bookings/new" className={buttonLook({ variant: "secondary", size: "small" })}>
        Someone else
      </Link>
    </Card>
  );
}

function Who({ caller }: { caller: Caller }) {
  const { name, number, homes, visits } = caller;
  const more = homes.length > 1 ? ` and ${homes.length - 1} more` : "";
  return (
    <>
      <span className="min-w-0">
        <span className="font-semibold">{name || "No name provided"}</span>{" "}
        <span className="text-moss tabular-nums">{number}</span>
        <span className="block text-[0.9375rem] text-moss">{contactOf(caller)}</span>
      </span>
      <span className="min-w-0 text-[0.9375rem] text-moss">
        {homes[0] && <span className="block">{homes[0] + more}</span>}
        {visits.map((visit) => (
          <span key={visit} className="block">
            {visit}
          </span>
        ))}
      </span>
    </>
  );
}

function hrefOf({ id }: Caller, find: string): string {
  return `?${new URLSearchParams({ customer: id, ...(find && { find }) })}`;
}

function contactOf({ phone, email, has_account }: Caller): string {
  return [phone, email, has_account ? "" : "No account"].filter(Boolean).join(" · ");
}
