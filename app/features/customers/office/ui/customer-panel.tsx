import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type { CustomerView, Longer } from "~/features/customers/office/customer";
import { Badge } from "~/ui/badge";
import { BouncedNotice } from "~/ui/bounced-notice";
import { Fact, Facts } from "~/ui/facts";
import { PhoneLink } from "~/ui/phone-link";
import { Stars } from "~/ui/stars";
import { CustomerBookings, CustomerPayments } from "./customer-bookings";
import { CustomerNotes } from "./customer-notes";
import { PanelSection } from "./panel-section";

type Props = {
  customer: CustomerView;
  /** Where all of one kind are shown. */
  allHref: (kind: Longer) => string;
  noteId: string;
  result: SubmissionResult<string[]> | undefined;
};

/** Everything about a customer, from how to reach them to where they are signed in. */
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

/** As much of a line as can be pressed without taking from the next one. */
const linkLook = "-my-1 inline-block rounded-control py-1 text-evergreen-700 hover:underline";

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
