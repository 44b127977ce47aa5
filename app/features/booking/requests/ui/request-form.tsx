import MapPin from "lucide-react/icons/map-pin";
import type { Draft } from "~/features/booking/checkout/draft";
import type { Choice, RequestOffer, RequestValues } from "~/features/booking/checkout/page";
import { REQUEST_BUTTON } from "~/features/booking/requests/rules";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { SpamGuard } from "~/ui/form/spam-guard";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";

/** The form as the server gives it back. */
export type RequestAgain = {
  token: string;
  values: RequestValues;
  errors: Record<string, string[]>;
  notice?: string;
  failed?: boolean;
};

type Props = {
  zip: string;
  offer: RequestOffer;
  again: RequestAgain | undefined;
  /** The request for this ZIP code has been sent. */
  sent: boolean;
  /** The chosen service and day, as far as they are chosen. */
  wish: string;
};

/** "Regular Cleaning on Tuesday, December 1, 2026", as far as it is chosen. */
export function wishOf({ date }: Pick<Draft, "date">, choice: Choice | undefined): string {
  return [choice?.service.title, date && `on ${formatLongDate(date)}`].filter(Boolean).join(" ");
}

/** In place of a payment outside the service area: a part of the booking form, with a button of its own. */
export function RequestForm({ zip, offer, again, sent, wish }: Props) {
  const field = (name: keyof RequestValues) => ({
    id: name,
    name,
    defaultValue: again?.values[name] ?? offer.values[name],
    error: again?.errors[name],
  });
  return (
    <section
      id="request"
      aria-labelledby="request-heading"
      className="mt-8 max-w-2xl scroll-mt-24 rounded-card bg-snow p-5 shadow-rest ring-1 ring-line sm:p-7"
    >
      <div role="status">
        <h3 id="request-heading" className="flex items-center gap-2.5 text-heading">
          <MapPin aria-hidden strokeWidth={1.75} className="size-6 shrink-0 text-evergreen-600" />
          {sent ? `We have your request for ${zip}` : `We are not in ${zip} yet`}
        </h3>
      </div>
      {sent ? (
        <p className="mt-2 text-moss">
          Thank you. Nothing is booked, and you owe nothing. We’ll write to you when we can come. If another
          address would do, enter it above.
        </p>
      ) : (
        <>
          <p className="mt-2 text-moss">
            Tell us that you’d like us to come. Nothing is booked, and you pay nothing. We’ll write to you
            when we can come{wish && <>, and keep what you chose: {wish}</>}.
          </p>
          <SpamGuard token={again?.token ?? offer.token} />
          {(again?.notice || again?.failed) && (
            <Notice tone="error" className="mt-5">
              {again.notice ?? "We couldn’t send your request. Please try again."}
            </Notice>
          )}
          <div className="mt-5 grid gap-5 sm:grid-cols-2">
            <TextField
              label="Name"
              autoComplete="name"
              maxLength={100}
              className="sm:col-span-2"
              {...field("request_name")}
            />
            <TextField
              label="Email"
              type="email"
              autoComplete="email"
              maxLength={254}
              {...field("request_email")}
            />
            <TextField
              label="Phone"
              optional
              type="tel"
              autoComplete="tel"
              maxLength={40}
              {...field("request_phone")}
            />
          </div>
          <Button type="submit" name="intent" value="request" size="large" className="mt-6 max-sm:w-full">
            {REQUEST_BUTTON}
          </Button>
        </>
      )}
    </section>
  );
}

type Refusal = { message: string; again?: RequestAgain };

/** Why the server did not take the form. */
export function RefusedNotice({ refused, outside }: { refused: Refusal; outside: string | null }) {
  const { message, again } = refused;
  if (outside) {
    return (
      <Notice
        tone={again ? "error" : "info"}
        title={again ? "Not sent yet" : `We are not in ${outside} yet`}
        className="mb-6"
      >
        {again ? message || "Please try again." : "You can send us a request instead."}{" "}
        <a href="#request" className="font-semibold underline underline-offset-4">
          Go to your request
        </a>
      </Notice>
    );
  }
  const title = message.startsWith("Please fill in") ? "Missing Information" : "Payment Error";
  return (
    <Notice tone="error" title={title} className="mb-6">
      {message}
    </Notice>
  );
}
