import Check from "lucide-react/icons/check";
import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { WAIVE_LENGTH } from "~/features/fieldwork/office/forms";
import type { VisitDay } from "~/features/fieldwork/office/visit-day";
import { Photos } from "~/features/fieldwork/photos/ui/photos";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { Allowed } from "~/ui/allowed";
import { cx } from "~/ui/cx";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Fact, Facts } from "~/ui/list/facts";
import { PanelPart } from "~/ui/list/panel-part";
import type { Refused } from "./reports";

type Props = { day: VisitDay; refused: Refused | undefined };

/** What the crew did at the visit, by its own taps, beside the plan. */
export function VisitDayPart({ day, refused }: Props) {
  const { planned, actual, taps, items, waived, can_waive } = day;
  const done = items.filter((item) => item.done).length;
  return (
    <PanelPart title="The crew’s day">
      <Facts>
        <Fact label="Planned">{planned}</Fact>
        <Fact label="Actual">{actual ?? <span className="text-moss">Not started yet</span>}</Fact>
      </Facts>
      {taps.length > 0 && (
        <ol aria-label="What the crew tapped" className="mt-3 grid gap-1.5 border-line border-l pl-4">
          {taps.map(({ id, what, who, at }) => (
            <li key={id} className="text-[0.9375rem]/5">
              {what}{" "}
              <span className="text-[0.8125rem] text-moss">
                {who}, {at}
              </span>
            </li>
          ))}
        </ol>
      )}
      <Refusals refused={day.refused} />
      {items.length > 0 && (
        <Disclosure
          title={`Checklist: ${done} of ${items.length} done`}
          open={actual !== null}
          className="mt-2"
        >
          <ul className="grid gap-2">
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
        </Disclosure>
      )}
      {day.photos.length > 0 && (
        <div className="mt-4">
          <Photos photos={day.photos} names />
        </div>
      )}
      {waived && (
        <p className="mt-2 text-[0.9375rem]/6">
          The crew may finish without the required items: <span className="wrap-anywhere">{waived}</span>
        </p>
      )}
      {can_waive && (
        <Allowed to="bookings.edit">
          <WaiveForm refused={refused} />
        </Allowed>
      )}
    </PanelPart>
  );
}

function Refusals({ refused }: { refused: VisitDay["refused"] }) {
  if (refused.length === 0) return null;
  return (
    <ul aria-label="What was not taken" className="mt-3 grid gap-2">
      {refused.map(({ id, sentence }) => (
        <li
          key={id}
          className="wrap-anywhere rounded-control bg-sunlight-soft px-3.5 py-2 text-[0.9375rem]/6"
        >
          {sentence}
        </li>
      ))}
    </ul>
  );
}

function Item({ item: { text, required, done } }: { item: VisitDay["items"][number] }) {
  return (
    <li className="flex items-start gap-2.5 text-[0.9375rem]/5">
      <span
        className={cx(
          "mt-px grid size-4.5 shrink-0 place-items-center rounded border",
          done ? "border-evergreen-700 bg-evergreen-700 text-snow" : "border-line-strong",
        )}
      >
        {done && <Check aria-hidden strokeWidth={3} className="size-3" />}
      </span>
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">{done ? "Done: " : "Open: "}</span>
        {text}
        {required && !done && <span className="text-moss"> (required)</span>}
        {done && <span className="block text-[0.8125rem]/5 text-moss">{done}</span>}
      </span>
    </li>
  );
}

function WaiveForm({ refused }: { refused: Refused | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get("intent") === "waive-items";
  useFocusError(form, refused?.errors);
  return (
    <Disclosure title="Let the crew finish without the required items" open={refused !== undefined}>
      <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-3">
        <input type="hidden" name="intent" value="waive-items" />
        <TextField
          label="Reason"
          name="why"
          maxLength={WAIVE_LENGTH}
          hint="Kept with the booking."
          defaultValue={refused?.values.why}
          error={refused?.errors.why}
          autoComplete="off"
          required
        />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          className="justify-self-start"
          pending={pending}
          pendingLabel="Saving..."
        >
          Let them finish
        </Button>
      </Form>
    </Disclosure>
  );
}
