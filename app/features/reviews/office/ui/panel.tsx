import { Form, useNavigation } from "react-router";
import { DELETE_REASONS, type OfficeReview } from "~/features/reviews/office/list";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { SelectField } from "~/ui/form/select-field";
import { Fact, Facts } from "~/ui/list/facts";
import { Stars } from "~/ui/page/stars";
import { ReviewBadge } from "./table";

type Props = { review: OfficeReview; refused: { error?: string } | undefined };

/** A review and its actions. */
export function ReviewPanel({ review, refused }: Props) {
  return (
    <div className="grid gap-5">
      <div className="flex items-center justify-between gap-4">
        <Stars rating={review.rating} className="text-[1.25rem]" />
        <ReviewBadge state={review.state} />
      </div>
      {review.review_text ? (
        <blockquote className="wrap-anywhere whitespace-pre-line text-[1.0625rem]/7">
          {review.review_text}
        </blockquote>
      ) : (
        <p className="text-moss">The customer left stars only.</p>
      )}
      <Facts className="border-line border-t pt-5">
        <Fact label="Customer" href={`/admin/customers/${review.user_id}`}>
          {review.customer}
        </Fact>
        <Fact label="Email">{review.email}</Fact>
        <Fact label="Visit" href={`/admin/bookings/${review.booking_id}`}>
          {review.service}, {review.visit}
        </Fact>
        <Fact label="Booking">{review.number}</Fact>
        <Fact label="Town">{review.town}</Fact>
        <Fact label="Crew">{review.crew ?? "No crew"}</Fact>
        <Fact label="Written">{review.at}</Fact>
        <Fact label="Published">{review.published_at}</Fact>
      </Facts>
      <HomePage review={review} />
      <Delete refused={refused} />
    </div>
  );
}

function HomePage({ review: { state, review_text, signature } }: { review: OfficeReview }) {
  const pending = useNavigation().formData?.get("intent");
  const isPublished = state === "published";
  const intent = isPublished ? "unpublish" : "publish";
  return (
    <section aria-labelledby="home-page" className="border-line border-t pt-5">
      <h3 id="home-page" className="mb-1 font-sans font-semibold text-[1.0625rem]/6">
        Home page
      </h3>
      <p className="mb-4 text-[0.9375rem]/6 text-moss">{explain(state, review_text, signature)}</p>
      {state !== "private" && review_text && (
        <Form method="post" preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value={intent}
            size="small"
            variant={isPublished ? "secondary" : "primary"}
            pending={pending === "publish" || pending === "unpublish"}
          >
            {isPublished ? "Remove from home page" : "Publish on home page"}
          </Button>
        </Form>
      )}
    </section>
  );
}

function explain(state: OfficeReview["state"], text: string, signature: string): string {
  if (state === "private") return "The customer hasn't agreed to have this review published.";
  if (state === "published") return `Shown on the home page, signed “${signature}”.`;
  if (!text) return "The customer agreed to publication, but there's no text to show.";
  return `The customer agreed to publication. It would be signed “${signature}”.`;
}

function Delete({ refused }: Pick<Props, "refused">) {
  const pending = useNavigation().formData?.get("intent") === "delete";
  return (
    <Disclosure title="Delete this review" open={refused !== undefined} className="border-line border-t pt-2">
      <Form method="post" preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="delete" />
        <SelectField label="Reason" name="reason" defaultValue="" required error={refused?.error}>
          <option value="" disabled>
            Choose one
          </option>
          {Object.entries(DELETE_REASONS).map(([reason, words]) => (
            <option key={reason} value={reason}>
              {words}
            </option>
          ))}
        </SelectField>
        <p className="text-[0.9375rem]/6 text-moss">
          This can't be undone. The reason is kept in the activity log, and the customer can write another
          review.
        </p>
        <Button
          type="submit"
          variant="destructive"
          size="small"
          pending={pending}
          pendingLabel="Deleting..."
          className="justify-self-start"
        >
          Delete for good
        </Button>
      </Form>
    </Disclosure>
  );
}
