import {
  formatDay,
  OFFER_BADGES,
  type OfferRow,
  type StormDay,
  stormDayPath,
} from "~/features/scheduling/storm/days";
import { Badge } from "~/ui/badge";
import { Cell, DataTable, Row } from "~/ui/data-table";

const COLUMNS = [
  { heading: "Customer" },
  { heading: "Visit" },
  { heading: "Offered time" },
  { heading: "Response" },
];

/** Everybody who was asked, those without an answer first. */
export function StormOffers({ day, open }: { day: StormDay; open: string | undefined }) {
  if (day.offers.length === 0) {
    return <p className="text-moss">No visits were affected, so no one was asked.</p>;
  }
  return (
    <DataTable label="Responses" columns={COLUMNS}>
      {day.offers.map((offer) => (
        <Row
          key={offer.visit}
          href={stormDayPath(day.id, offer.visit)}
          label={`Open the response from ${offer.customer || "Unknown Customer"}`}
          current={offer.visit === open}
        >
          <Cell column="Customer" wide className="wrap-anywhere">
            <span className="font-medium">{offer.customer || "Unknown Customer"}</span>
            <Reached offer={offer} />
          </Cell>
          <Cell column="Visit" className="wrap-anywhere">
            {offer.service}
            <span className="block text-moss">{offer.town}</span>
          </Cell>
          <Cell column="Offered time" className="tabular-nums">
            {offer.proposed ? (
              <When {...offer.proposed} />
            ) : (
              <span className="text-moss">No time available</span>
            )}
          </Cell>
          <Cell column="Response">
            <Badge tone={OFFER_BADGES[offer.status].tone}>{OFFER_BADGES[offer.status].label}</Badge>
            {offer.status === "moved" && offer.now && (
              <span className="mt-1 block text-moss tabular-nums">
                {formatDay(offer.now.date)}, {offer.now.time}
              </span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function When({ date, time }: { date: string; time: string }) {
  return (
    <>
      <span className="whitespace-nowrap">{formatDay(date)}</span>
      <span className="block text-moss">{time}</span>
    </>
  );
}

function Reached({ offer: { status, mail, phone } }: { offer: OfferRow }) {
  if (status !== "open" || (mail !== "none" && mail !== "failed")) return null;
  return (
    <span className="block text-honey-ink">
      {mail === "none" ? "No email address" : "Email failed"}
      {phone && `, call ${phone}`}
    </span>
  );
}
