import { withoutCodes } from "~/features/customers/codes/codes";
import { firstNameOf } from "~/lib/text";

type Work = {
  /** "#1042". */
  number: string;
  service: string;
  duration: string;
  rooms: string | null;
  extras: string | null;
  address: string;
  customer: string | null;
  phone: string | null;
  /** What the property's owner has said of getting in. */
  access: string | null;
  pets: string | null;
  parking: string | null;
  /** What was said with the booking. */
  notes: string | null;
  /** Words of these that look like an entry code and are none. */
  dismissed: string[];
  crew: string | null;
  /** In the feed of all crews, a visit names its crew. */
  forAll: boolean;
};

/**
 * A visit in a crew's calendar: what the crew needs at the door, and no more about the customer. Calendars keep what they once
 * read, so entry codes are left out.
 */
export function workEntry({ service, address, crew, forAll, ...visit }: Work) {
  const first = firstNameOf(visit.customer);
  const whose = forAll ? `${crew ?? "No crew yet"}: ` : "";
  const shown = (text: string | null) => text && withoutCodes(text, visit.dismissed);
  const lines = [
    `Booking ${visit.number}`,
    [service, visit.duration].join(", "),
    says("Home", visit.rooms),
    says("Extras", visit.extras),
    says("Customer", [first, visit.phone].filter(Boolean).join(", ")),
    says("Pets", shown(visit.pets)),
    says("Parking", shown(visit.parking)),
    says("Access", shown(visit.access)),
    says("Notes", shown(visit.notes)),
  ];
  return {
    summary: `${whose}${[service, first].filter(Boolean).join(", ")}`,
    location: address,
    description: lines.filter(Boolean).join("\n"),
  };
}

function says(label: string, text: string | null): string | null {
  return text ? `${label}: ${text}` : null;
}
