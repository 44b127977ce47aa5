import type { ComponentProps } from "react";
import { SelectField } from "~/ui/form/select-field";

type Props = Omit<ComponentProps<typeof SelectField>, "label" | "children"> & {
  /** `note` stands behind the name: "busy at this time". */
  crews: readonly { id: string; name: string; note?: string | null }[];
  /** What happens when none is chosen. */
  any?: string;
};

/** The choice of the crew that comes to a visit. */
export function CrewField({ crews, any = "Any available crew", ...field }: Props) {
  return (
    <SelectField label="Crew" name="crew_id" {...field}>
      <option value="">{any}</option>
      {crews.map(({ id, name, note }) => (
        <option key={id} value={id}>
          {name}
          {note ? ` (${note})` : ""}
        </option>
      ))}
    </SelectField>
  );
}
