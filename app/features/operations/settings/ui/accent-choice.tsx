import { ErrorText } from "~/ui/form/error-text";

type Props = {
  accents: readonly { value: string; label: string }[];
  chosen: string;
  /** What was typed beside "Another color". */
  other: string | undefined;
  error: string | undefined;
};

/** A color out of a few, or any other. */
export function AccentChoice({ accents, chosen, other, error }: Props) {
  const isOther = chosen === "other" || !accents.some(({ value }) => value === chosen);
  const choose = (value: string) => ({
    type: "radio",
    name: "accent",
    value,
    className: "size-5 shrink-0 accent-evergreen-700",
  });
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-[0.9375rem]">Accent color</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {accents.map(({ value, label }) => (
          <label key={value} className={choiceLook}>
            <input {...choose(value)} defaultChecked={!isOther && chosen === value} />
            <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 shrink-0">
              <circle cx="10" cy="10" r="9.5" fill={value || "#1f4d3a"} />
            </svg>
            {label}
          </label>
        ))}
        <div className={choiceLook}>
          <label className="flex flex-1 items-center gap-3">
            <input {...choose("other")} defaultChecked={isOther} />
            Another color
          </label>
          <input
            type="color"
            name="other"
            aria-label="Another color"
            defaultValue={other ?? (isOther && chosen !== "other" ? chosen : "#1f4d3a")}
            className="h-8 w-12 rounded-md"
          />
        </div>
      </div>
      {error && <ErrorText className="mt-2">{error}</ErrorText>}
    </fieldset>
  );
}

const choiceLook =
  "flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-line bg-snow px-4 py-2";
