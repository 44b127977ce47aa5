import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { type PlanLink, planPath } from "~/features/plans/change/view";
import { type DayPage, printOf, type ShownChange } from "~/features/plans/desk/view";
import { Button } from "~/ui/action/button";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { ChangePreview } from "./change-preview";

type Props = {
  link: PlanLink;
  page: DayPage;
  sent: {
    values: Record<string, string>;
    errors: Record<string, string>;
    shown: ShownChange | null;
    before: string;
  } | null;
};

/** Another day and time from a visit on, for the plan's customer: first what it would do, then the button that saves it. */
export function DayForm({ link, page, sent }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const posted = useNavigation().formData?.get("intent");
  const values = { visit: page.visits[0]?.id, date: page.visits[0]?.date, time: page.time, ...sent?.values };
  const errors = sent?.errors ?? {};
  useFocusError(form, sent?.errors);
  return (
    <Form ref={form} method="post" action={planPath(link, "day")} noValidate className="mt-6 grid gap-6">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="From which visit"
          name="visit"
          defaultValue={values.visit}
          error={errors.visit}
          className="sm:col-span-2"
        >
          {page.visits.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="New date of that visit"
          name="date"
          type="date"
          required
          hint="Later visits are on the same weekday."
          defaultValue={values.date}
          error={errors.date}
        />
        <SelectField label="Time" name="time" defaultValue={values.time} error={errors.time}>
          {page.times.map((time) => (
            <option key={time}>{time}</option>
          ))}
        </SelectField>
      </div>
      <Button
        type="submit"
        name="intent"
        value="preview"
        size="large"
        variant={sent?.shown ? "secondary" : "primary"}
        pending={posted === "preview"}
        pendingLabel="Looking for times..."
        className="justify-self-start"
      >
        {sent?.shown ? "Show again" : "Show my visits"}
      </Button>
      {sent?.shown && (
        <>
          <input type="hidden" name="seen" value={sent.shown.seen} />
          <input type="hidden" name="shown" value={printOf(sent.shown)} />
          <ChangePreview shown={sent.shown} before={sent.before}>
            <Button
              type="submit"
              name="intent"
              value="save"
              size="large"
              pending={posted === "save"}
              pendingLabel="Saving..."
            >
              Change my plan
            </Button>
          </ChangePreview>
        </>
      )}
    </Form>
  );
}
