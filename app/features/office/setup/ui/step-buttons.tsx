import { Link } from "react-router";
import { intentOf, neighborsOf, type StepName, stepPath } from "~/features/office/setup/steps";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";

type Props = {
  name: StepName;
  /** The intent of the form that is on its way. */
  sent: unknown;
  /** Tries out what the step has saved. */
  test?: { intent: string; label: string };
};

/** What ends the form of a step. */
export function StepButtons({ name, sent, test }: Props) {
  const { back, next } = neighborsOf(name);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <Button
        type="submit"
        name="intent"
        value={intentOf(name)}
        size="small"
        className="min-h-11"
        pending={sent === intentOf(name)}
        pendingLabel="Saving..."
      >
        {next ? "Save and continue" : "Finish"}
      </Button>
      <button
        type="submit"
        name="intent"
        value="skip"
        className={buttonLook({ variant: "ghost", size: "small" })}
      >
        Skip
      </button>
      {back && (
        <Link to={stepPath(back)} className={buttonLook({ variant: "ghost", size: "small" })}>
          Back
        </Link>
      )}
      {test && (
        <button
          type="submit"
          name="intent"
          value={test.intent}
          className={buttonLook({ variant: "secondary", size: "small" })}
        >
          {test.label}
        </button>
      )}
    </div>
  );
}
