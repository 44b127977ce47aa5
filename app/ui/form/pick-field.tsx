import type { ComponentProps } from "react";
import { SelectField } from "./select-field";

type Props = Omit<ComponentProps<typeof SelectField>, "children"> & {
  /** `note` stands behind the name: "busy at this time". */
  options: readonly { id: string; name: string; note?: string | null }[];
  /** What it means to pick none. */
  none: string;
};

/** A labelled list of named things to pick one from, or none. */
export function PickField({ options, none, ...field }: Props) {
  return (
    <SelectField {...field}>
      <option value="">{none}</option>
      {options.map(({ id, name, note }) => (
        <option key={id} value={id}>
          {name}
          {note ? ` (${note})` : ""}
        </option>
      ))}
    </SelectField>
  );
}
