import { Form, useNavigation } from "react-router";
import type { OfficePlan } from "~/features/plans/office/plan";
import { Button } from "~/ui/button";

type Props = NonNullable<OfficePlan["decides"]> & Pick<OfficePlan, "price">;

/** Another amount came than was asked for: staff start the plan with it, or give it back. */
export function OfficeDecision({ paid, left, left_in_words, can_start, price }: Props) {
  const intent = useNavigation().formData?.get("intent");
  return (
    <Form
      method="post"
      preventScrollReset
      className="mb-4 grid gap-3 rounded-control border border-line px-3.5 py-3 text-[0.9375rem]/6"
    >
      <p>
        The customer paid {paid} instead of {price}.{" "}
        {can_start
          ? "If you start the plan, this pays for the first month. Later months are charged at the agreed price."
          : "Part of it has already been refunded."}{" "}
        The customer is notified by email.
      </p>
      <input type="hidden" name="seen" value={left} />
      <p className="flex flex-wrap gap-2">
        {can_start && (
          <Button type="submit" name="intent" value="start" size="small" pending={intent === "start"}>
            Start plan
          </Button>
        )}
        {left > 0 && (
          <Button
            type="submit"
            name="intent"
            value="give-back"
            variant="secondary"
            size="small"
            pending={intent === "give-back"}
          >
            Refund {left_in_words} and end plan
          </Button>
        )}
      </p>
    </Form>
  );
}
