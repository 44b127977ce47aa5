import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { REVIEW_TEXT_MAX, type ReviewForm as ReviewFields, reviewSchema } from "~/features/reviews/forms";
import { Button } from "~/ui/action/button";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { controlOf } from "~/ui/form/conform-control";
import { StarInput } from "~/ui/form/star-input";
import { TextareaField } from "~/ui/form/textarea-field";
import { useHydrated } from "~/ui/live/use-hydrated";

type Props = {
  bookingId: string;
  /** Address of the form; keeps the visit open. */
  action: string;
  /** Number of visits shown, to show as many after submit. */
  show: number;
  review: { rating: number; review_text: string; may_publish: boolean } | null;
  result: SubmissionResult<string[]> | undefined;
  /** Where everybody can review the company on Google, whatever they wrote here; empty: nowhere. */
  googleUrl: string;
};

/** A customer's review of a visit. A stored one can only be deleted and then written again (spec section 4). */
export function ReviewEditor({ bookingId, action, show, review, result, googleUrl }: Props) {
  const { formData } = useNavigation();
  const intent = formData?.get("id") === bookingId ? formData.get("intent") : null;
  const hidden = (
    <>
      <input type="hidden" name="id" value={bookingId} />
      <input type="hidden" name="show" value={show} />
    </>
  );
  if (!review)
    return <ReviewForm {...{ bookingId, action, result, hidden }} pending={intent === "submit-review"} />;
  return (
    <Form method="post" action={action} preventScrollReset className="grid gap-5">
      {hidden}
      <StarInput legend="Your rating" name="rating" defaultValue={review.rating} disabled />
      <TextareaField label="Your review" name="review_text" defaultValue={review.review_text} readOnly />
      {review.may_publish && (
        <p className="text-[0.9375rem]/6 text-moss">
          You let us show this with your first name and town. Deleting it withdraws your permission.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          name="intent"
          value="delete-review"
          variant="secondary"
          pending={intent === "delete-review"}
          pendingLabel="Deleting..."
        >
          Delete Review
        </Button>
        <p className="text-moss text-sm">To change it, delete it and write a new one.</p>
      </div>
      {googleUrl && (
        <p className="border-line border-t pt-5 text-[0.9375rem]/6">
          Thank you. You can also{" "}
          <a
            href={googleUrl}
            target="_blank"
            rel="noreferrer"
            className="font-medium text-evergreen-700 underline underline-offset-4"
          >
            review us on Google
          </a>
          .
        </p>
      )}
    </Form>
  );
}

type Posted = { rating?: string; review_text?: string; may_publish?: string };

type FormProps = Omit<Props, "review" | "show" | "googleUrl"> & { hidden: React.ReactNode; pending: boolean };

function ReviewForm({ bookingId, action, result, hidden, pending }: FormProps) {
  const hydrated = useHydrated();
  const [form, { rating, review_text, may_publish }] = useForm<Posted, ReviewFields>({
    id: `review-${bookingId}`,
    lastResult: pending ? undefined : result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: reviewSchema }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  const initialRating = Number(rating.initialValue ?? 0);
  const [chosen, setChosen] = useState(initialRating);
  return (
    <Form method="post" action={action} preventScrollReset {...getFormProps(form)} className="grid gap-5">
      {hidden}
      <StarInput
        legend="How was it?"
        name={rating.name}
        defaultValue={initialRating}
        error={rating.errors}
        onValueChange={setChosen}
      />
      <TextareaField
        key={review_text.key}
        {...controlOf(review_text)}
        label="Your review"
        optional
        maxLength={REVIEW_TEXT_MAX}
        placeholder="What went well, and what we could do better"
      />
      <CheckboxField
        key={may_publish.key}
        name={may_publish.name}
        defaultChecked={may_publish.initialValue === "on"}
        label="You may show this with my first name and town"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          name="intent"
          value="submit-review"
          disabled={hydrated && chosen < 1}
          pending={pending}
          pendingLabel="Submitting..."
        >
          Submit Review
        </Button>
        {chosen < 1 && <p className="text-moss text-sm noscript:hidden">Choose 1 to 5 stars first.</p>}
      </div>
    </Form>
  );
}
