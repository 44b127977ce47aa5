import { Form, useNavigation } from "react-router";
import { NEWSLETTER_PAGE, type SubscriberRow } from "~/features/content/newsletter/office/list";
import { Button } from "~/ui/button";

type Props = {
  subscriber: SubscriberRow;
  /** The list as it stands, to come back to. */
  search: string;
};

/** Off the list at a press, which can be taken back; forgotten for good only after a second one. */
export function SubscriberActions({ subscriber: { id, email, status }, search }: Props) {
  const posted = useNavigation().formData;
  const pending = posted?.get("id") === id ? posted.get("intent") : null;
  return (
    <Form method="post" action={NEWSLETTER_PAGE + search} preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="id" value={id} />
      {status !== "unsubscribed" && (
        <Button
          type="submit"
          name="intent"
          value="remove"
          variant="secondary"
          size="small"
          pending={pending === "remove"}
          aria-label={`Unsubscribe ${email}`}
        >
          Unsubscribe
        </Button>
      )}
      <details className="group/forget relative">
        <summary
          aria-label={`Delete ${email}`}
          className="flex min-h-10 cursor-pointer list-none items-center rounded-control px-3 font-semibold text-[0.9375rem] text-moss transition-colors hover:bg-sage-soft hover:text-berry max-md:min-h-11 [&::-webkit-details-marker]:hidden"
        >
          Delete
        </summary>
        <div className="absolute right-0 z-20 mt-1 grid w-72 gap-3 rounded-card bg-snow p-4 shadow-lift ring-1 ring-line max-md:right-auto max-md:left-0">
          <p className="text-[0.9375rem]/6">
            The address and all newsletter emails to it will be deleted for good.
          </p>
          <Button
            type="submit"
            name="intent"
            value="forget"
            variant="destructive"
            size="small"
            pending={pending === "forget"}
            aria-label={`Delete for good: ${email}`}
            className="justify-self-start"
          >
            Delete for good
          </Button>
        </div>
      </details>
    </Form>
  );
}
