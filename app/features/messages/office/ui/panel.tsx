import CircleAlert from "lucide-react/icons/circle-alert";
import { Form, Link, useNavigation } from "react-router";
import { MESSAGE_LABELS, type MessageStatus } from "~/features/messages/office/list";
import type { OfficeMessage, Reply } from "~/features/messages/office/message";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { Badge } from "~/ui/list/badge";
import { ContactFacts, Fact, Facts } from "~/ui/list/facts";
import { type Refused, ReplyForm } from "./reply-form";

type Props = {
  message: OfficeMessage;
  formId: string;
  /** Id of the canned reply to start with, without script. */
  insert: string | null;
  cannedHref: string;
  refused: Refused | undefined;
};

export function MessagePanel({ message, formId, insert, cannedHref, refused }: Props) {
  const { status, unread, replies } = message;
  const reply = (
    <ReplyForm
      key={`${message.id} ${replies.length}`}
      {...{ message, formId, insert, cannedHref, refused }}
    />
  );
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2 text-[0.9375rem] text-moss">
        {message.at}
        <MessageBadge status={status} unread={unread} />
      </div>
      <Sender {...message} />
      <MessageThread message={message} />
      {status === "new" && (
        <section aria-labelledby="quick-reply" className="border-line border-t pt-5">
          <h3 id="quick-reply" className="mb-3 font-semibold">
            Quick Reply
          </h3>
          {reply}
        </section>
      )}
      {status === "replied" && (
        <Disclosure
          title="Write another reply"
          open={refused !== undefined}
          className="border-line border-t pt-3"
        >
          {reply}
        </Disclosure>
      )}
      <div className="flex flex-wrap gap-2 border-line border-t pt-5">
        {unread && <Act intent="read">Mark as Read</Act>}
        {status === "archived" ? <Act intent="restore">Restore</Act> : <Act intent="archive">Archive</Act>}
      </div>
      <Bookings {...message} />
    </div>
  );
}

function Act({ intent, children }: { intent: string; children: string }) {
  const busy = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" variant="secondary" size="small" className="min-h-11" pending={busy}>
        {children}
      </Button>
    </Form>
  );
}

function Sender({ email, phone, customer_id }: OfficeMessage) {
  return (
    <Facts>
      <ContactFacts email={email} phone={phone} />
      <Fact label="Account" href={`/admin/customers/${customer_id}`}>
        {customer_id && "The customer with this email"}
      </Fact>
    </Facts>
  );
}

function Bookings({ bookings }: Pick<OfficeMessage, "bookings">) {
  if (bookings.length === 0) return null;
  return (
    <section aria-labelledby="sender-bookings" className="border-line border-t pt-5">
      <h3 id="sender-bookings" className="mb-2 font-semibold">
        Bookings with this email
      </h3>
      <ul className="-mx-2 grid">
        {bookings.map(({ id, service, when, status }) => (
          <li key={id}>
            <Link
              to={`/admin/bookings/${id}`}
              className="flex min-h-11 items-start justify-between gap-3 rounded-control px-2 py-2 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
            >
              <span className="min-w-0">
                <span className="block font-medium">{service}</span>
                <span className="block text-moss">{when}</span>
              </span>
              <span className="text-moss">{status}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const EMAIL_NOTES: Record<Exclude<NonNullable<Reply["email"]>, "failed">, string> = {
  "on its way": " · sending",
  sent: " · sent",
  kept: " · kept here (no mail server is set up)",
};

/** The message and its replies. */
function MessageThread({ message }: { message: OfficeMessage }) {
  return (
    <ol aria-label="Messages" className="grid gap-3">
      <li className="wrap-anywhere whitespace-pre-line rounded-card rounded-tl-sm bg-paper px-4 py-3 ring-1 ring-line">
        {message.message}
      </li>
      {message.replies.map(({ id, body, author, at, email }) => (
        <li key={id} className="ml-6 rounded-card rounded-tr-sm bg-sage-soft px-4 py-3">
          <p className="wrap-anywhere whitespace-pre-line">{body}</p>
          <p className="mt-2 text-[0.8125rem]/5 text-moss">
            {author}, {at}
            {email === "failed" ? (
              <span className="mt-0.5 flex items-center gap-1 font-medium text-berry">
                <CircleAlert aria-hidden strokeWidth={2} className="size-3.5" />
                The email could not be sent. We'll keep trying for a while.
              </span>
            ) : (
              email && EMAIL_NOTES[email]
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

const TONES = { new: "amber", replied: "green", archived: "neutral" } as const;

export function MessageBadge({ status, unread }: { status: MessageStatus; unread: boolean }) {
  return (
    <Badge tone={status === "new" && !unread ? "neutral" : TONES[status]}>{MESSAGE_LABELS[status]}</Badge>
  );
}
