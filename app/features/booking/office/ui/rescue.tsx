import { Form, useNavigation } from "react-router";
import type { OfficeBooking } from "~/features/booking/office/booking";
import { Button } from "~/ui/button";

type Props = { booking: OfficeBooking; choices: NonNullable<OfficeBooking["rescue"]> };

/** What one press does about a visit that was paid for without a slot: another time, or all of the money back. */
export function OfficeRescue({ booking, choices }: Props) {
  const { money, sequence } = booking;
  const posted = useNavigation().formData;
  const isMoving = ({ date, time }: (typeof choices)[number]) =>
    posted?.get("intent") === "place" && posted.get("date") === date && posted.get("time") === time;
  return (
    <div className="mt-3 grid gap-2">
      <p className="font-semibold text-ink">
        {choices.length > 0
          ? "Move it to the closest available time and confirm:"
          : "No times nearby are available."}
      </p>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Form key={`${choice.date} ${choice.time}`} method="post" preventScrollReset>
            <input type="hidden" name="intent" value="place" />
            <input type="hidden" name="sequence" value={sequence} />
            <input type="hidden" name="date" value={choice.date} />
            <input type="hidden" name="time" value={choice.time} />
            <Button
              type="submit"
              variant="secondary"
              size="small"
              pending={isMoving(choice)}
              pendingLabel="Moving..."
            >
              {choice.label}
            </Button>
          </Form>
        ))}
        {money.left > 0 && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="cancel" />
            <input type="hidden" name="choice" value="all" />
            <input type="hidden" name="left" value={money.left} />
            <input type="hidden" name="reason" value="No times available" />
            <Button
              type="submit"
              variant="destructive"
              size="small"
              pending={posted?.get("intent") === "cancel"}
              pendingLabel="Refunding..."
            >
              Refund in full ({money.left_in_words})
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
