import CircleCheck from "lucide-react/icons/circle-check";
import { Form, Link, useNavigation } from "react-router";
import { ATTENTION_LABELS, type Attention } from "~/features/office/dashboard/attention";
import { Button } from "~/ui/action/button";
import { Panel } from "./panel";

/** Cases that need attention, with links to resolve them. */
export function AttentionList({ attention }: { attention: Attention[] }) {
  return (
    <Panel id="attention" title="Needs attention">
      {attention.length === 0 && (
        <p className="flex items-center gap-2 text-moss">
          <CircleCheck aria-hidden strokeWidth={1.75} className="size-5 text-evergreen-700" />
          You are all caught up.
        </p>
      )}
      <ul className="grid gap-5">
        {attention.map(({ kind, count, more, cases }) => (
          <li key={kind}>
            <h3 className="mb-1 font-sans font-semibold text-[0.9375rem]/6">
              {count.toLocaleString("en-US")}
              {more && "+"} {count === 1 ? ATTENTION_LABELS[kind].one : ATTENTION_LABELS[kind].many}
            </h3>
            <ul>
              {cases.map(({ href, what, when, complete }) => (
                <li key={`${href} ${what} ${when}`} className="flex items-center gap-2 border-line border-t">
                  <Link
                    to={href}
                    className="-mx-2 block min-w-0 flex-1 rounded-control px-2 py-2 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
                  >
                    <span className="line-clamp-2 wrap-anywhere">{what}</span>
                    <span className="block text-[0.8125rem]/5 text-moss tabular-nums">{when}</span>
                  </Link>
                  {complete && <Complete id={complete} what={`${what}, ${when}`} />}
                </li>
              ))}
            </ul>
            {count > cases.length && (
              <p className="border-line border-t pt-2 text-[0.8125rem]/5 text-moss">
                and {(count - cases.length).toLocaleString("en-US")}
                {more && "+"} more
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Marks a visit as completed, which emails the customer. */
function Complete({ id, what }: { id: string; what: string }) {
  const { formData } = useNavigation();
  return (
    <Form method="post" action="/admin/bookings" preventScrollReset className="shrink-0">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="from" value="confirmed" />
      <input type="hidden" name="to" value="/admin" />
      <Button
        type="submit"
        name="status"
        value="completed"
        variant="secondary"
        size="small"
        className="min-h-11"
        pending={formData?.get("id") === id}
        pendingLabel="Saving..."
        aria-label={`Mark as completed: ${what}`}
      >
        Mark as completed
      </Button>
    </Form>
  );
}
