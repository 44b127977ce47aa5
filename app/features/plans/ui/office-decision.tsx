import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import type { OfficePlan } from "../office-plan";

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
        {paid} came instead of {price}.{" "}
        {can_start
          ? "If you start the plan, that pays for its first month, and the later ones cost what was agreed."
          : "A part of it went back already."}{" "}
        The customer is told by mail.
      </p>
      <input type="hidden" name="seen" value={left} />
      <p className="flex flex-wrap gap-2">
        {can_start && (
          <Button type="submit" name="intent" value="start" size="small" pending={intent === "start"}>
            Start it
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
            Give {left_in_words} back and end
          </Button>
        )}
      </p>
    </Form>
  );
}
