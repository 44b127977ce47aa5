import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { CheckboxField } from "~/ui/checkbox-field";

type Props = { field: FieldMetadata<string>; label: string; children: ReactNode };

/** A setting that is on or off, with a sentence on what it does. */
export function SwitchRow({ field, label, children }: Props) {
  return (
    <CheckboxField
      key={field.key}
      id={field.id}
      name={field.name}
      defaultChecked={field.initialValue === "on"}
      label={
        <>
          <span className="block font-semibold">{label}</span>
          <span className="block text-moss">{children}</span>
        </>
      }
    />
  );
}
