import { Card } from "~/ui/card";
import { FeedAddress } from "~/ui/feed-address";

/** The customer's private calendar address: made, copied, replaced or taken away. */
export function CalendarFeed({ url }: { url: string | null }) {
  return (
    <Card id="calendar" className="mt-6 scroll-mt-24 p-5 sm:p-7">
      <h2 className="text-heading">Your visits in your calendar</h2>
      <p className="mt-2 mb-5 max-w-2xl text-moss">
        Subscribe to a private address in Google, Apple or Outlook Calendar, and your visits show up there and
        stay up to date. Anyone who has the address can see them.
      </p>
      <FeedAddress url={url} action="/profile?tab=upcoming-cleans" />
    </Card>
  );
}
