import type { Choices } from "~/features/operations/settings/choices";

/** Options of a long list, the likely ones first. */
export function Options({ choices, nearLabel }: { choices: Choices | null; nearLabel: string }) {
  if (!choices) return null;
  const options = (list: Choices["near"]) =>
    list.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
  return (
    <>
      <optgroup label={nearLabel}>{options(choices.near)}</optgroup>
      <optgroup label="Other">{options(choices.others)}</optgroup>
    </>
  );
}
