import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { officeCodesPage } from "~/features/customers/codes/rules";
import {
  type ContactView,
  type CustomerView,
  type Expandable,
  formatDue,
} from "~/features/customers/office/customer";
import { NOTE_MAX, noteSchema } from "~/features/customers/office/forms";
import { officeHomePage } from "~/features/customers/photos/photo";
import { PhotoStrip } from "~/features/customers/photos/ui/photo-strip";
import { Button } from "~/ui/action/button";
import { Allowed, useAllowed } from "~/ui/allowed";
import { controlOf } from "~/ui/form/conform-control";
import { TextareaField } from "~/ui/form/textarea-field";
import { Badge } from "~/ui/list/badge";
import { Fact, Facts } from "~/ui/list/facts";
import { NoteList } from "~/ui/list/note-list";
import { BouncedNotice } from "~/ui/page/bounced-notice";
import { PhoneLink } from "~/ui/page/phone-link";
import { Stars } from "~/ui/page/stars";
import {
  CustomerBookings,
  CustomerPayments,
  CustomerPlans,
  capitalized,
  linkLook,
  PanelSection,
} from "./sections";

type Props = {
  customer: CustomerView;
  /** URL that shows all rows of a section. */
  allHref: (kind: Expandable) => string;
  noteId: string;
  result: SubmissionResult<string[]> | undefined;
  /** Their credit. */
  credit: ReactNode;
};

export function CustomerPanel({ customer, allHref, noteId, result, credit }: Props) {
  const { properties, messages, reviews, totals } = customer;
  return (
    <div className="grid gap-6">
      <Profile customer={customer} />
      {customer.account?.bounced && <BouncedNotice bounced={customer.account.bounced} />}
      <CustomerBookings {...customer} />
      {customer.plans.length > 0 && <CustomerPlans plans={customer.plans} />}
      <CustomerPayments {...customer} />
      <PanelSection heading="Credit">{credit}</PanelSection>
      <CustomerNotes
        notes={customer.notes}
        count={totals.notes}
        allHref={allHref("notes")}
        noteId={noteId}
        result={result}
      />
      <PanelSection heading="Properties" count={properties.length} empty="No saved properties.">
        <ul className="grid gap-3">
          {properties.map(({ id, name, type, address, rooms, is_default, ...known }) => (
            <li key={id} className="wrap-anywhere text-[0.9375rem]">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                {name ?? (type === "commercial" ? "Commercial" : "Home")}
                {is_default && <Badge>Default</Badge>}
              </p>
              <p className="text-moss">{address}</p>
              {rooms && <p className="text-moss">{rooms}</p>}
              <Facts className="mt-2 whitespace-pre-line">
                <Fact label="Pets">{known.pets}</Fact>
                <Fact label="Parking">{known.parking}</Fact>
                <Fact label="Instructions">{known.instructions}</Fact>
              </Facts>
              <PhotoStrip photos={known.photos} className="my-2" />
              <p className="flex flex-wrap gap-x-4">
                <Link to={officeHomePage(id)} className={linkLook}>
                  Notes and photos<span className="sr-only"> of {name ?? address}</span>
                </Link>
                <Allowed to="codes.read">
                  <Link to={officeCodesPage(id)} className={linkLook}>
                    Entry codes<span className="sr-only"> of {name ?? address}</span>
                  </Link>
                </Allowed>
                <Link to={`/admin/homes/${id}/checklist`} className={linkLook}>
                  Checklist<span className="sr-only"> of {name ?? address}</span>
                </Link>
              </p>
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

function Profile({ customer }: { customer: CustomerView }) {
  const { number, kind, name, person, emails, phones, language, tags, source, joined, account, money } =
    customer;
  const mayGive = useAllowed("coupons.edit");
  return (
    <Facts>
      <Fact label="Number">{number}</Fact>
      {kind === "company" && <Fact label="Company">{name}</Fact>}
      <Fact label="Contact">{person}</Fact>
      <Fact label={emails.length > 1 ? "Emails" : "Email"}>
        {emails.length === 0 && <span className="text-moss">No email</span>}
        {emails.map((email) => (
          <Email key={email.value} email={email} account={account} />
        ))}
      </Fact>
      <Fact label={phones.length > 1 ? "Phones" : "Phone"}>
        {phones.length === 0 && <span className="text-moss">No phone</span>}
        {phones.map(({ value, label }) => (
          <span key={value} className="block">
            <PhoneLink phone={value} className={linkLook} />
            {label && <span className="text-moss"> {label}</span>}
          </span>
        ))}
      </Fact>
      <Fact label="Language">{language}</Fact>
      <Fact label="Came by">{source}</Fact>
      {tags.length > 0 && (
        <Fact label="Tags">
          <span className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <Badge key={tag} className="max-w-full">
                {tag}
              </Badge>
            ))}
          </span>
        </Fact>
      )}
      <Fact label="Paid">{money.paid}</Fact>
      <Fact label="Due">{formatDue(money)}</Fact>
      <Fact label="Credit">{money.credit}</Fact>
      <Fact label={account ? "Joined" : "Since"}>{joined}</Fact>
      <Fact label="Account">
        {account ? <Account {...account} /> : <span className="text-moss">No account</span>}
      </Fact>
      {mayGive && (
        <Fact label="Coupon" href={`/admin/coupons/new?customer=${customer.id}`}>
          Create one for this customer
        </Fact>
      )}
    </Facts>
  );
}

type EmailProps = { email: ContactView; account: CustomerView["account"] };

/** An email; staff may confirm one that is not an account's. */
function Email({ email: { value, label, verified }, account }: EmailProps) {
  const pending = useNavigation().formData?.get("email") === value;
  const isOfAccount = account?.email.toLowerCase() === value;
  return (
    <span className="block">
      <a href={`mailto:${value}`} className={linkLook}>
        {value}
      </a>
      {label && <span className="text-moss"> {label}</span>}
      {!verified && (
        <span className="flex flex-wrap items-center gap-x-3 text-moss">
          not verified
          {!isOfAccount && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="email" value={value} />
              <Button
                type="submit"
                name="intent"
                value="confirm-email"
                variant="ghost"
                size="small"
                className="min-h-11"
                pending={pending}
              >
                It is theirs
              </Button>
            </Form>
          )}
        </span>
      )}
    </span>
  );
}

function Account({ id, sessions, two_factor }: NonNullable<CustomerView["account"]>) {
  return (
    <>
      Signed in {sessions === 0 ? "nowhere" : sessions === 1 ? "on 1 device" : `on ${sessions} devices`}
      {two_factor && ", with two-factor"}
      <Link to={`/admin/users/${id}`} className={`${linkLook} ml-2`}>
        Sessions and role
      </Link>
    </>
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
      <Allowed to="customers.edit">
        <NewNote key={notes[0]?.id} noteId={noteId} result={result} />
      </Allowed>
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
