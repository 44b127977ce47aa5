import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ReactNode, useId } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { CustomerView, Expandable } from "~/features/customers/office/customer";
import { NOTE_MAX, noteSchema } from "~/features/customers/office/forms";
import { Button } from "~/ui/action/button";
import { controlOf } from "~/ui/form/conform-control";
import { TextareaField } from "~/ui/form/textarea-field";
import { Badge } from "~/ui/list/badge";
import { Fact, Facts } from "~/ui/list/facts";
import { NoteList } from "~/ui/list/note-list";
import { BouncedNotice } from "~/ui/page/bounced-notice";
import { PhoneLink } from "~/ui/page/phone-link";
import { Stars } from "~/ui/page/stars";
import { TestMark } from "~/ui/page/test-mark";

type Props = {
  customer: CustomerView;
  /** URL that shows all rows of a section. */
  allHref: (kind: Expandable) => string;
  noteId: string;
  result: SubmissionResult<string[]> | undefined;
};

export function CustomerPanel({ customer, allHref, noteId, result }: Props) {
  const { properties, messages, reviews, totals } = customer;
  return (
    <div className="grid gap-6">
      <Profile {...customer} />
      {customer.bounced && <BouncedNotice bounced={customer.bounced} />}
      <CustomerBookings {...customer} />
      <CustomerPayments {...customer} />
      <CustomerNotes
        notes={customer.notes}
        count={totals.notes}
        allHref={allHref("notes")}
        noteId={noteId}
        result={result}
      />
      <PanelSection heading="Properties" count={properties.length} empty="No saved properties.">
        <ul className="grid gap-3">
          {properties.map(({ id, name, type, address, rooms, instructions, is_default }) => (
            <li key={id} className="wrap-anywhere text-[0.9375rem]">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                {name ?? (type === "commercial" ? "Commercial" : "Home")}
                {is_default && <Badge>Default</Badge>}
              </p>
              <p className="text-moss">{address}</p>
              {rooms && <p className="text-moss">{rooms}</p>}
              {instructions && <p className="mt-1 whitespace-pre-line">{instructions}</p>}
            </li>
          ))}
        </ul>
      </PanelSection>
      <PanelSection
        heading="Messages"
        count={totals.messages}
        shown={messages.length}
        allHref={allHref("messages")}
        empty="No messages through the contact form."
      >
        <ul className="grid gap-3">
          {messages.map(({ id, message, status, on }) => (
            <li key={id} className="text-[0.9375rem]">
              <p className="flex items-center justify-between gap-3 text-moss">
                {on} <Badge tone={status === "new" ? "amber" : "neutral"}>{capitalized(status)}</Badge>
              </p>
              <p className="wrap-anywhere line-clamp-4 whitespace-pre-line">{message}</p>
            </li>
          ))}
        </ul>
      </PanelSection>
      <PanelSection
        heading="Reviews"
        count={totals.reviews}
        shown={reviews.length}
        allHref={allHref("reviews")}
        empty="No reviews yet."
      >
        <ul className="grid gap-3">
          {reviews.map(({ id, rating, review_text, service, on }) => (
            <li key={id} className="text-[0.9375rem]">
              <p className="flex flex-wrap items-center justify-between gap-x-3 text-moss">
                <Stars rating={rating} /> {service}, {on}
              </p>
              {review_text && <p className="wrap-anywhere mt-1 whitespace-pre-line">{review_text}</p>}
            </li>
          ))}
        </ul>
      </PanelSection>
    </div>
  );
}

function Profile({ id, email, email_verified, two_factor, phone, joined, sessions }: CustomerView) {
  return (
    <Facts>
      <Fact label="Email">
        <a href={`mailto:${email}`} className={linkLook}>
          {email}
        </a>
        {!email_verified && <span className="block text-moss">not verified</span>}
      </Fact>
      <Fact label="Phone">
        {phone ? (
          <PhoneLink phone={phone} className={linkLook} />
        ) : (
          <span className="text-moss">No phone</span>
        )}
      </Fact>
      <Fact label="Joined">{joined}</Fact>
      <Fact label="Signed in">
        {sessions === 0 ? "nowhere" : sessions === 1 ? "on 1 device" : `on ${sessions} devices`}
        {two_factor && ", with two-factor"}
        <Link to={`/admin/users/${id}`} className={`${linkLook} ml-2`}>
          Sessions and role
        </Link>
      </Fact>
    </Facts>
  );
}

/** A touch target as tall as its line allows. */
const linkLook = "-my-1 inline-block rounded-control py-1 text-evergreen-700 hover:underline";

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

type PanelSectionProps = {
  heading: string;
  /** Total number, and how many of them are shown. */
  count?: number;
  shown?: number;
  /** URL that shows all of them. */
  allHref?: string;
  empty?: string;
  children: ReactNode;
};

function PanelSection({ heading, count, shown = count, allHref, empty, children }: PanelSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t pt-5">
      <h3 id={id} className="mb-2.5 font-semibold">
        {heading}
        {count !== undefined && count > 0 && (
          <span className="ml-2 font-normal text-moss tabular-nums">{count.toLocaleString("en-US")}</span>
        )}
      </h3>
      {count === 0 ? <p className="text-[0.9375rem] text-moss">{empty}</p> : children}
      {count !== undefined && shown !== undefined && shown < count && allHref && (
        <Link
          to={allHref}
          preventScrollReset
          className="mt-2 inline-flex min-h-11 items-center font-medium text-[0.9375rem] text-evergreen-700 hover:underline"
        >
          All {count.toLocaleString("en-US")} {heading.toLowerCase()}
        </Link>
      )}
    </section>
  );
}

const TONES = { pending: "amber", confirmed: "green", completed: "green", cancelled: "berry" } as const;
const LABELS = {
  pending: "Pending",
  confirmed: "Confirmed",
  completed: "Completed",
  cancelled: "Cancelled",
} as const;

type Shown = Pick<CustomerView, "id" | "totals">;

function CustomerBookings({ id: customer, bookings, totals }: Shown & Pick<CustomerView, "bookings">) {
  return (
    <PanelSection
      heading="Bookings"
      count={totals.bookings}
      shown={bookings.length}
      allHref={`/admin/bookings?customer=${customer}`}
      empty="No bookings"
    >
      <ul className="-mx-2 grid">
        {bookings.map(({ id, service, when, town, status, amount, as_guest }) => (
          <li key={id}>
            <Link
              to={`/admin/bookings/${id}`}
              className="flex min-h-11 items-start justify-between gap-3 rounded-control px-2 py-2 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
            >
              <span className="min-w-0">
                <span className="block font-medium">{service}</span>
                <span className="block text-moss">{[when, town].filter(Boolean).join(" · ")}</span>
                {as_guest && <span className="block text-moss">Booked without an account</span>}
              </span>
              <span className="grid shrink-0 justify-items-end gap-1">
                <Badge tone={TONES[status]}>{LABELS[status]}</Badge>
                <span className="text-moss tabular-nums">{amount}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function CustomerPayments({ id: customer, payments, totals }: Shown & Pick<CustomerView, "payments">) {
  return (
    <PanelSection
      heading="Payments"
      count={totals.payments}
      shown={payments.length}
      allHref={`/admin/orders?customer=${customer}`}
      empty="No payments"
    >
      <ul className="grid gap-2 text-[0.9375rem]">
        {payments.map(({ id, kind, amount, status, on, is_test }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <span>
              {kind === "paid" ? "Paid" : "Refund"} <span className="text-moss">{on}</span>
              {status === "pending" && <span className="text-moss"> · processing</span>}
              {status === "failed" && <span className="text-berry"> · failed</span>}
              <TestMark is={is_test} className="ml-2" />
            </span>
            <span className="tabular-nums">{kind === "refund" ? `−${amount}` : amount}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

type CustomerNotesProps = {
  notes: CustomerView["notes"];
  count: number;
  allHref: string;
  /** Id of the next note. */
  noteId: string;
  result: SubmissionResult<string[]> | undefined;
};

/** Staff notes. The customer doesn't see them, but their data export contains them. */
function CustomerNotes({ notes, count, allHref, noteId, result }: CustomerNotesProps) {
  return (
    <PanelSection heading="Notes" count={count || undefined} shown={notes.length} allHref={allHref}>
      <NewNote key={notes[0]?.id} noteId={noteId} result={result} />
      <NoteList notes={notes.map(({ on, ...note }) => ({ ...note, at: on }))} />
    </PanelSection>
  );
}

function NewNote({ noteId, result }: Pick<Props, "noteId" | "result">) {
  const navigation = useNavigation();
  const [form, { body }] = useForm({
    id: "new-note",
    lastResult: navigation.state === "idle" ? result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: noteSchema, disableAutoCoercion: true }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-3">
      <input type="hidden" name="note_id" value={noteId} />
      <TextareaField
        key={body.key}
        {...controlOf(body)}
        label="New note"
        rows={2}
        maxLength={NOTE_MAX}
        required
      />
      <Button
        type="submit"
        name="intent"
        value="add-note"
        variant="secondary"
        size="small"
        className="justify-self-start"
        pending={navigation.formData?.get("intent") === "add-note"}
      >
        Add note
      </Button>
    </Form>
  );
}
