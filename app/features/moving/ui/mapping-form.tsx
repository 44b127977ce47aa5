import { Form, useNavigation } from "react-router";
import { type Columns, fieldNames, type Mapping, VENDORS } from "~/features/moving/columns";
import { aboutOf, SUBJECT_NAMES, SUBJECTS } from "~/features/moving/subjects";
import { formatCount } from "~/lib/number";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
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
  const isTaken = (place: number) => Boolean(sent?.[`column_${place}`] ?? mapping[place]);
  const taken = headers.flatMap((_, place) => (isTaken(place) ? place : []));
  const left = headers.flatMap((_, place) => (isTaken(place) ? [] : place));
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
          {mapping.filter(Boolean).length} of {headers.length} columns are recognized. Your choice is
          remembered for the next file with these columns.
        </p>
      </Card>
      <ColumnTable
        label="Columns of the file"
        places={taken}
        {...{ headers, samples, mapping, columns, sent }}
      />
      {left.length > 0 && (
        <Disclosure
          title={`${formatCount(left.length)} ${left.length === 1 ? "column" : "columns"} not recognized`}
          open={left.length <= FEW || taken.length === 0}
        >
          <ColumnTable
            label="Columns that are not recognized"
            places={left}
            {...{ headers, samples, mapping, columns, sent }}
          />
        </Disclosure>
      )}
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

/** Columns that are left out are folded up if there are more of them. */
const FEW = 8;

type TableProps = Pick<Props, "headers" | "samples" | "mapping" | "sent"> & {
  label: string;
  /** Which columns of the file it has. */
  places: number[];
  columns: Columns;
};

function ColumnTable({ label, places, headers, samples, mapping, columns, sent }: TableProps) {
  if (places.length === 0) return null;
  return (
    <DataTable
      label={label}
      columns={[
        { heading: "Column", className: "w-64" },
        { heading: "First values" },
        { heading: "Import as", className: "w-72" },
      ]}
    >
      {places.map((place) => {
        const header = headers[place] || `Column ${place + 1}`;
        const name = `column_${place}`;
        return (
          <Row key={place}>
            <Cell column="Column" wide className="wrap-anywhere font-semibold @3xl:align-middle">
              {header}
            </Cell>
            <Cell column="First values" wide className="wrap-anywhere text-moss @3xl:align-middle">
              {samples[place]?.join(" · ") || "Empty"}
            </Cell>
            <Cell column="Import as" wide>
              <select
                name={name}
                aria-label={`Import ${header} as`}
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
