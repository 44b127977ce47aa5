import { Form, useNavigation } from "react-router";
import { STORM_PAGE } from "~/features/scheduling/storm/days";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextField } from "~/ui/text-field";

/** Which day a storm is on; looking at it changes nothing. */
export function StormDayPicker({ date, error }: { date: string; error?: string }) {
  const looking = useNavigation().location?.pathname === `${STORM_PAGE}/new`;
  return (
    <Card className="p-5">
      <h2 className="text-heading">New storm day</h2>
      <Form action={`${STORM_PAGE}/new`} className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          key={date}
          label="Day"
          type="date"
          name="date"
          required
          defaultValue={date}
          error={error}
          className="w-56 max-sm:w-full"
        />
        <Button type="submit" pending={looking} className="max-sm:w-full">
          See affected visits
        </Button>
      </Form>
    </Card>
  );
}
