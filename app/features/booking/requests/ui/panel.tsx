import { Form, useNavigation } from "react-router";
import { type OfficeRequest, REQUEST_LIST, type RequestStatus } from "~/features/booking/requests/list";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { ContactFacts, Fact, Facts } from "~/ui/list/facts";
import { AddZip } from "./demand";
import { RequestBadge } from "./table";

type Props = {
  request: OfficeRequest;
  company: string;
  /** The ZIP code can be added to the area with one press. */
  can_add: boolean;
  is_inside: boolean;
};

/** A request from outside the service area, and what staff can do about it. */
export function RequestPanel({ request, company, can_add, is_inside }: Props) {
  const { id, email, phone, zip, wish, status, at } = request;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2 text-[0.9375rem] text-moss">
        {at}
        <RequestBadge status={status} />
      </div>
      <Facts>
        <Fact label="ZIP code">
          <span className="tabular-nums">{zip}</span>
          {is_inside && <span className="text-moss">, now in your area</span>}
        </Fact>
        <Fact label="Wish">{wish || <span className="text-moss">Nothing chosen</span>}</Fact>
        <ContactFacts email={email} phone={phone} />
      </Facts>
      <div className="flex flex-wrap gap-2 border-line border-t pt-5">
        <a href={answerHref(request, company)} className={buttonLook({ size: "small" })}>
          Answer by email
        </a>
        {status !== "answered" && (
          <Mark id={id} status="answered">
            Mark as answered
          </Mark>
        )}
        {status === "archived" ? (
          <Mark id={id} status="new">
            Restore
          </Mark>
        ) : (
          <Mark id={id} status="archived">
            Archive
          </Mark>
        )}
      </div>
      {can_add && (
        <div className="grid justify-items-start gap-2 border-line border-t pt-5">
          <p className="text-[0.9375rem]/6 text-moss">
            Do you clean in {zip} now? Then everyone there can book.
          </p>
          <AddZip zip={zip} long />
        </div>
      )}
    </div>
  );
}

/** An email in the staff member's own program, begun. */
function answerHref({ name, email, zip }: OfficeRequest, company: string): string {
  const subject = `Your request to ${company}`;
  const body = `Hello ${name.split(" ")[0] ?? name},\n\nthank you for asking us to come to ${zip}.\n\n`;
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

type MarkProps = { id: string; status: RequestStatus; children: string };

/** A button that gives a request another status. */
function Mark({ id, status, children }: MarkProps) {
  const { formData } = useNavigation();
  const busy = formData?.get("id") === id && formData.get("status") === status;
  return (
    <Form method="post" action={REQUEST_LIST.path} preventScrollReset className="shrink-0">
      <input type="hidden" name="intent" value="mark" />
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="status"
        value={status}
        variant="secondary"
        size="small"
        className="min-h-11"
        pending={busy}
        pendingLabel="Saving..."
      >
        {children}
      </Button>
    </Form>
  );
}
