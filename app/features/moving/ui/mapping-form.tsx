import { Form, useNavigation } from "react-router";
import { fieldNames, type Mapping, VENDORS } from "~/features/moving/columns";
import { aboutOf, SUBJECT_NAMES, SUBJECTS } from "~/features/moving/subjects";
import { Button } from "~/ui/action/button";
import { controlLook } from "~/ui/form/control-look";
import { SelectField } from "~/ui/form/select-field";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { Card } from "~/ui/page/card";

type Props = {
  headers: string[];
  samples: string[][];
  mapping: Mapping;
  vendor: string;
  subject: string;
  /** What was sent and refused, by field. */
  sent?: Record<string, string>;
};

/** Which field each column is, with its first values. What was recognized is chosen. */
export function MappingForm({ headers, samples, mapping, vendor, subject, sent }: Props) {
  const { formData } = useNavigation();
  const { columns } = aboutOf(subject);
  const chosen = mapping.filter(Boolean).length;
  return (
    <Form method="post" className="grid grid-cols-1 gap-5">
      <Card className="grid gap-4 p-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] sm:items-end sm:p-6">
        <SelectField label="From" name="vendor" defaultValue={sent?.vendor ?? vendor}>
          {Object.entries(VENDORS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <p className="text-moss sm:pb-2">
          {chosen} of {headers.length} columns are recognized. Your choice is remembered for the next file
          with these columns.
        </p>
      </Card>
      <DataTable
        label="Columns of the file"
        columns={[
          { heading: "Column" },
          { heading: "First values" },
          { heading: "Import as", className: "w-72" },
        ]}
      >
        {headers.map((header, place) => {
          const name = `column_${place}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by their place
            <Row key={place}>
              <Cell column="Column" wide className="wrap-anywhere font-semibold">
                {header || `Column ${place + 1}`}
              </Cell>
              <Cell column="First values" wide className="wrap-anywhere text-moss">
                {samples[place]?.join(" · ") || "Empty"}
              </Cell>
              <Cell column="Import as" wide>
                <select
                  name={name}
                  aria-label={`Import ${header || `column ${place + 1}`} as`}
                  defaultValue={sent?.[name] ?? mapping[place] ?? ""}
                  className={controlLook}
                >
                  <option value="">Leave out</option>
                  {fieldNames(columns).map((field) => (
                    <option key={field} value={field}>
                      {columns.fields[field]}
                    </option>
                  ))}
                </select>
              </Cell>
            </Row>
          );
        })}
      </DataTable>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          type="submit"
          name="intent"
          value="map"
          pending={formData?.get("intent") === "map"}
          pendingLabel="Starting..."
          className="max-sm:w-full"
        >
          Start the dry run
        </Button>
        <p className="text-moss">The dry run changes nothing.</p>
      </div>
    </Form>
  );
}

/** What the rows of the file are about, where it is not as recognized. */
export function SubjectForm({ subject }: { subject: string }) {
  if (SUBJECT_NAMES.length < 2) return null;
  return (
    <Form method="post" preventScrollReset>
      <Card className="flex flex-wrap items-end gap-4 p-5 sm:p-6">
        <SelectField label="The rows are about" name="subject" defaultValue={subject}>
          {SUBJECT_NAMES.map((name) => (
            <option key={name} value={name}>
              {SUBJECTS[name].label}
            </option>
          ))}
        </SelectField>
        <Button type="submit" name="intent" value="subject" variant="secondary">
          Change
        </Button>
        <p className="text-moss sm:pb-2">Choose this first: it decides what a column can be.</p>
      </Card>
    </Form>
  );
}
