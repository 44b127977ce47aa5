import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import type { OfficeBooking } from "~/features/booking/office/booking";
import type { Slot } from "~/features/scheduling/availability/slots";
import { Button } from "~/ui/action/button";
import { Allowed } from "~/ui/allowed";
import { Fact } from "~/ui/list/facts";
import { PanelPart } from "~/ui/list/panel-part";
import { Notice } from "~/ui/page/notice";
import { PhoneLink } from "~/ui/page/phone-link";
import { OfficeCancelForm } from "./cancel-form";
import { OfficeDetailsForm } from "./details-form";
import { EndGuestLink } from "./guest-link";
import { OfficeMoneyPart, OfficeRefunded } from "./money";
import { OfficeMoveForm } from "./move-form";
import { OfficeNoShowForm } from "./no-show-form";
import { OfficeHistory, OfficeNotes, OfficeRescue, type Refused } from "./sections";
import { OfficeStatusSelect } from "./status-select";

type Props = {
  booking: OfficeBooking;
  day: { date: string; slots: Slot[] };
  noteId: string;
  refused: Refused | undefined;
  /** What crews know of its home, and the entry codes. */
  home: ReactNode;
  codes: ReactNode;
  /** What the crew told from the visit, and what it did there. */
  reports: ReactNode;
  work: ReactNode;
};

/** Everything about a booking, and what staff can do with it. */
export function OfficePanel({ booking, day, noteId, refused, home, codes, reports, work }: Props) {
  const { customer, money } = booking;
  const of = (intent: string) => (refused?.intent === intent ? refused : undefined);
  const version = `${booking.sequence} ${booking.status}`;
  return (
    <>
      {booking.needs_attention && (
        <Notice
          tone="error"
          className="mb-5"
          title="Needs attention"
          action={
            !booking.refunded_elsewhere && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="settle" />
                <Button type="submit" variant="secondary" size="small">
                  Mark as resolved
                </Button>
              </Form>
            )
          }
        >
          <span className="whitespace-pre-line">{booking.needs_attention}</span>
          <Allowed to="bookings.edit">
            {booking.refunded_elsewhere && <OfficeRefunded money={money} />}
            {booking.rescue && !booking.refunded_elsewhere && (
              <OfficeRescue booking={booking} choices={booking.rescue} />
            )}
          </Allowed>
        </Notice>
      )}
      {reports}
      <PanelPart title="Visit">
        <dl className="grid gap-2">
          <Fact label="Booking">{booking.number}</Fact>
          <Fact label="Plan">
            {booking.plan && (
              <Link to={`/admin/plans/${booking.plan.id}`} className={linkLook}>
                Plan {booking.plan.number}
              </Link>
            )}
          </Fact>
          <Fact label="Service">
            {booking.service.title}, {booking.duration}
          </Fact>
          <Fact label="Rooms">{booking.service.rooms}</Fact>
          <Fact label="Extras">{booking.service.extras}</Fact>
          <Fact label="When">
            {booking.date_in_words}, {booking.time}
          </Fact>
          <Fact label={booking.is_outside_area ? "Outside the area" : "Outside the hours"}>
            {booking.override_reason}
          </Fact>
          <Fact label="Where">{booking.address}</Fact>
          <Fact label="Crew">{booking.crew?.name ?? "No crew"}</Fact>
          <Fact label="Booked through">{booking.through}</Fact>
          <Fact label="Imported">
            {booking.imported && <span className="whitespace-pre-line">{booking.imported}</span>}
          </Fact>
          <Fact label="Notes">
            {booking.notes && <span className="whitespace-pre-line">{booking.notes}</span>}
          </Fact>
        </dl>
        <div className="mt-4">
          <p className="mb-1.5 font-semibold text-[0.9375rem]/5">Status</p>
          <OfficeStatusSelect
            id={booking.id}
            status={booking.status}
            sequence={booking.sequence}
            disabled={booking.erased}
            label="Status of this booking"
          />
          <p className="mt-2 text-[0.875rem]/5 text-moss">
            Saved right away, and the customer is notified. Cancelling here does not refund; to choose a
            refund, use the cancel form below.
          </p>
        </div>
      </PanelPart>
      {work}
      <PanelPart title="Customer">
        <dl className="grid gap-2">
          <Fact label="Name">
            {customer.id ? (
              <Link to={`/admin/customers/${customer.id}`} className={linkLook}>
                {customer.name}
              </Link>
            ) : (
              customer.name
            )}
          </Fact>
          <Fact label="Phone">
            {customer.phone ? <PhoneLink phone={customer.phone} className={linkLook} /> : "No phone"}
          </Fact>
          <Fact label="Email">
            {customer.email && (
              <a href={`mailto:${customer.email}`} className={linkLook}>
                {customer.email}
              </a>
            )}
          </Fact>
        </dl>
      </PanelPart>
      {home}
      {codes}
      <OfficeMoneyPart money={money} />
      {!booking.erased && (
        <Allowed to="bookings.edit">
          <PanelPart title="Changes">
            {booking.can_move ? (
              <OfficeMoveForm key={`move ${version}`} booking={booking} day={day} refused={of("move")} />
            ) : (
              <p className="mb-2 text-[0.9375rem] text-moss">{booking.why_not_movable}</p>
            )}
            <OfficeDetailsForm key={`details ${version}`} booking={booking} refused={of("details")} />
            {booking.no_show && <OfficeNoShowForm noShow={booking.no_show} />}
            <EndGuestLink link={booking.guest_link} of="booking" />
            {booking.status !== "cancelled" && (
              <OfficeCancelForm key={`cancel ${version}`} money={money} refused={of("cancel")} />
            )}
          </PanelPart>
        </Allowed>
      )}
      <OfficeNotes notes={booking.staff_notes} noteId={noteId} refused={of("note")} />
      <OfficeHistory history={booking.history} />
    </>
  );
}

const linkLook = "font-medium text-evergreen-700 underline-offset-4 hover:underline";
