/**
 * An amount of money to type, like 79.50; takes every attribute of `TextField`.
 *
 *   <AmountField hint={`Up to ${left}.`} defaultValue="79.50" error={errors.amount} />
 */
import type { ComponentProps } from "react";
import { TextField } from "./text-field";

type Props = Omit<ComponentProps<typeof TextField>, "label"> & { label?: string };

export function AmountField({ label = "Amount", name = "amount", ...input }: Props) {
  return (
    <TextField label={label} name={name} inputMode="decimal" autoComplete="off" maxLength={14} {...input} />
  );
}
