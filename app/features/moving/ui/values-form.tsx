import { Form, useNavigation } from "react-router";
import { type ImportView, NOTHING_OF_OURS } from "~/features/moving/import";
import { formatCount } from "~/lib/number";
import { Button } from "~/ui/action/button";
import { SelectField } from "~/ui/form/select-field";
import { Card } from "~/ui/page/card";

const WHAT: Record<string, string> = { service: "Service", crew: "Crew" };

/** What values of the file are here that are nobody's name. */
export function ValuesForm({ unknown, ours }: Pick<ImportView, "unknown" | "ours">) {
  const { formData } = useNavigation();
  if (unknown.length === 0) return null;
  return (
    <Form method="post" preventScrollReset>
      <Card className="grid gap-4 p-5 sm:p-6">
        <div>
          <h2 className="text-heading">Which of yours are these?</h2>
          <p className="mt-1 max-w-2xl text-moss">
            The file has other names than you. Rows with an unknown service are left out; visits of an unknown
            crew get no crew. Your choices are remembered for the next file.
          </p>
        </div>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {unknown.map(({ field, value, rows, name }) => (
            <li key={name}>
              <input type="hidden" name={`${name}_value`} value={value} />
              <SelectField
                label={`${WHAT[field] ?? field} “${value}” (${formatCount(rows)})`}
                name={name}
                defaultValue=""
              >
                <option value="">Not chosen</option>
                {field === "crew" && <option value={NOTHING_OF_OURS}>No crew</option>}
                {(ours[field] ?? []).map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </SelectField>
            </li>
          ))}
        </ul>
        <div>
          <Button
            type="submit"
            name="intent"
            value="values"
            pending={formData?.get("intent") === "values"}
            pendingLabel="Starting..."
            className="max-sm:w-full"
          >
            Save, and do the dry run again
          </Button>
        </div>
      </Card>
    </Form>
  );
}
