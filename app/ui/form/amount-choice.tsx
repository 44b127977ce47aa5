/**
 * An amount to choose: some that are offered, another one to type, or none. Works without script.
 *
 *   <AmountChoice legend="Add a tip?" hint="It goes to your crew in full." name="tip" none="No tip"
 *     choices={[{ value: "15", label: "$24", note: "15%" }]} other={{ name: "amount", label: "Your tip" }} defaultValue="none" />
 *
 * chosen, onChoose   for a form that keeps its own values; `other.onChange` with them
 * small              for a narrow column under a title of its own
 */
import { useId } from "react";
import { AmountField } from "./amount-field";
import { ChipRadio } from "./chip-radio";
import { ErrorText } from "./error-text";

type Other = { name: string; label: string; value?: string; onChange?: (amount: string) => void };

type Props = {
  legend: string;
  hint: string;
  name: string;
  /** The label of the choice of no amount; null where one must be chosen. */
  none: string | null;
  choices: readonly { value: string; label: string; note: string }[];
  other: Other;
  chosen: string;
  onChoose?: (value: string) => void;
  error?: string;
  small?: boolean;
};

export function AmountChoice(props: Props) {
  const { legend, hint, name, none, choices, other, chosen, onChoose, error, small = false } = props;
  const errorId = useId();
  const chip = (value: string) => ({
    ...{ name, value, className: small ? "min-h-11! min-w-22! px-2! text-[0.9375rem]" : undefined },
    ...(onChoose
      ? { checked: chosen === value, onChange: () => onChoose(value) }
      : { defaultChecked: chosen === value }),
  });
  const amount = other.onChange
    ? {
        value: other.value ?? "",
        onChange: (event: React.ChangeEvent<HTMLInputElement>) => other.onChange?.(event.currentTarget.value),
      }
    : { defaultValue: other.value };
  const isOther = error !== undefined && chosen === "other";
  return (
    <div className="group/amount grid gap-4">
      <fieldset aria-describedby={error && !isOther ? errorId : undefined}>
        <legend className={small ? "sr-only" : "font-semibold"}>{legend}</legend>
        <p className={small ? "text-moss text-sm" : "mt-1 text-moss"}>{hint}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {none && <ChipRadio {...chip("none")}>{none}</ChipRadio>}
          {choices.map(({ value, label, note }) => (
            <ChipRadio key={value} {...chip(value)}>
              {label} <span className="font-normal text-sm">{note}</span>
            </ChipRadio>
          ))}
          <ChipRadio {...chip("other")}>Other</ChipRadio>
        </div>
        {error && !isOther && (
          <ErrorText id={errorId} className="mt-2">
            {error}
          </ErrorText>
        )}
      </fieldset>
      <AmountField
        name={other.name}
        label={other.label}
        {...amount}
        error={isOther ? error : undefined}
        className="hidden max-w-56 group-has-[[value=other]:checked]/amount:block"
      />
    </div>
  );
}
