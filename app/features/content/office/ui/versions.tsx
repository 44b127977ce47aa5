import { Form } from "react-router";
import { Button } from "~/ui/action/button";
import { SelectField } from "~/ui/form/select-field";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";
import type { Line } from "../difference";
import type { VersionRow } from "../view";
import { Difference } from "./difference";

type Props = {
  versions: VersionRow[];
  ships: boolean;
  seen: number;
  from: number;
  to: number;
  lines: Line[];
};

/** The versions beside what changed between two of them. */
export function VersionList({ versions, ships, seen, from, to, lines }: Props) {
  const choices = [
    ...versions.map(({ number, at }) => ({ number, words: `Version ${number}, ${at}` })),
    ...(ships ? [{ number: 0, words: "The text that ships" }] : []),
  ];
  const nameOf = (wanted: number) =>
    wanted === 0 ? (ships ? "the text that ships" : "nothing") : `version ${wanted}`;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
      <Card className="grid gap-4 p-5 sm:p-7">
        <Form className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
          <SelectField label="From" name="from" defaultValue={from} key={`from ${from}`}>
            <Choices choices={choices} />
          </SelectField>
          <SelectField label="To" name="to" defaultValue={to} key={`to ${to}`}>
            <Choices choices={choices} />
          </SelectField>
          <Button type="submit" variant="secondary" className="min-h-12">
            Compare
          </Button>
        </Form>
        <h2 className="text-heading">
          From {nameOf(from)} to {nameOf(to)}
        </h2>
        {lines.length > 0 ? <Difference lines={lines} /> : <p className="text-moss">They say the same.</p>}
      </Card>
      <ol className="grid gap-3">
        {versions.map(({ number, at, author, state }) => (
          <li key={number} className="rounded-card bg-snow p-4 shadow-rest ring-1 ring-line">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-semibold">Version {number}</span>
              {state && <Badge tone={state === "On the site" ? "green" : "sunlight"}>{state}</Badge>}
            </p>
            <p className="text-[0.9375rem] text-moss">{[at, author].filter(Boolean).join(", ")}</p>
            {number !== seen && (
              <Form method="post" className="mt-2">
                <input type="hidden" name="version" value={number} />
                <input type="hidden" name="seen" value={seen} />
                <Button
                  type="submit"
                  variant="secondary"
                  size="small"
                  className="min-h-11"
                  aria-label={`Restore version ${number}`}
                >
                  Restore
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Choices({ choices }: { choices: { number: number; words: string }[] }) {
  return choices.map(({ number, words }) => (
    <option key={number} value={number}>
      {words}
    </option>
  ));
}
