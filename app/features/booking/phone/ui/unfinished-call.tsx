import { type RefObject, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "~/ui/action/button";
import { Notice } from "~/ui/page/notice";

const KEY = "unfinished-call";
/** What the next call starts with anyway. */
const NOT_KEPT = new Set(["token", "intent", "slot", "time"]);

/** `session`: whose call it is. Whoever signs in next in this tab does not see it. */
type Kept = { who: string; fields: Record<string, string>; session: string | undefined };

/**
 * Keeps what was typed of a call in this tab until it is booked, and offers it again: the line broke, or staff looked
 * something up meanwhile. Times are not kept, since they may be gone.
 */
export function UnfinishedCall({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [kept, setKept] = useState<Kept | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const left = read();
    const now = fieldsOf(form.current);
    if (left && !now.customer_name) setKept(left);
    const fresh = form.current;
    const keep = () => {
      const fields = fieldsOf(fresh);
      if (!fields.customer_name && !fields.customer_phone && !fields.street) return;
      const who = [fields.customer_name, fields.customer_phone].filter(Boolean).join(", ");
      store({ who: who || (fields.street ?? ""), fields, session: sessionOfPage() });
      setKept(null);
    };
    fresh?.addEventListener("input", keep);
    return () => fresh?.removeEventListener("input", keep);
  }, [form]);
  if (!kept) return null;
  return (
    <Notice
      title="Unfinished call"
      action={
        <span className="flex gap-2">
          <Button
            size="small"
            onClick={async () => {
              const { customer_id } = kept.fields;
              if (customer_id) await navigate(`?${new URLSearchParams({ customer: customer_id })}`);
              setKept(null);
              requestAnimationFrame(() => fill(form.current, kept.fields)); // a caller's own fields are drawn first
            }}
          >
            Continue
          </Button>
          <Button
            size="small"
            variant="secondary"
            onClick={() => {
              forgetCall();
              setKept(null);
            }}
          >
            Discard
          </Button>
        </span>
      }
    >
      {kept.who}
    </Notice>
  );
}

/** The call is booked, or given up. */
export function forgetCall() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {} // storage may be switched off
}

function read(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    if (!kept || kept.session === sessionOfPage()) return kept;
    sessionStorage.removeItem(KEY);
    return null;
  } catch {
    return null;
  }
}

/** The session that the page was rendered for. */
function sessionOfPage() {
  return document.documentElement.dataset.session;
}

function store(kept: Kept) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {} // storage may be full or switched off
}

function fieldsOf(form: HTMLFormElement | null): Record<string, string> {
  if (!form) return {};
  const all = [...new FormData(form)].filter(([name]) => !NOT_KEPT.has(name));
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)]));
}

/** Types what was kept into the form, as a person would. */
function fill(form: HTMLFormElement | null, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    const field = form?.elements.namedItem(name);
    if (
      !(
        field instanceof HTMLInputElement ||
        field instanceof HTMLSelectElement ||
        field instanceof HTMLTextAreaElement
      )
    )
      continue;
    if (field.type === "hidden" || field.value === value) continue;
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
    setter?.call(field, value);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
    );
  }
  form?.querySelector<HTMLElement>("[name=customer_name]")?.focus();
}
