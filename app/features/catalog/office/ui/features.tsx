import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, useRef } from "react";
import { SERVICE_LIMITS } from "~/features/catalog/office/service";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { ErrorText } from "~/ui/form/error-text";
import { TextareaField } from "~/ui/form/textarea-field";
import { useHydrated } from "~/ui/live/use-hydrated";

type Props = { lines: string[]; onChange: (lines: string[]) => void; error: string | undefined };

/** The service's features, one per line: rows to add, remove and move. Without script a plain text field. */
export function OfficeFeatures({ lines, onChange, error }: Props) {
  const list = useRef<HTMLOListElement>(null);
  if (!useHydrated()) {
    return (
      <TextareaField
        label="Features"
        name="features"
        hint="One per line."
        defaultValue={lines.join("\n")}
        error={error}
      />
    );
  }
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll("input")[index]?.focus());
  const add = (index: number, ...texts: string[]) => {
    onChange(lines.toSpliced(index, 0, ...texts));
    focusRow(index + texts.length - 1);
  };
  const remove = (index: number) => {
    onChange(lines.toSpliced(index, 1));
    focusRow(Math.max(index - 1, 0));
  };
  const move = (index: number, to: number) => {
    const [line] = lines.slice(index, index + 1);
    if (line === undefined || to < 0 || to >= lines.length) return;
    onChange(lines.toSpliced(index, 1).toSpliced(to, 0, line));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key === "Enter") add(index + 1, "");
    else if (event.key === "Backspace" && lines[index] === "" && lines.length > 1) remove(index);
    else return;
    event.preventDefault();
  };

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Features</legend>
      <input type="hidden" name="features" value={lines.join("\n")} />
      <ol ref={list} className="grid gap-2">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
          <li key={index} className="flex gap-1">
            <input
              type="text"
              value={line}
              aria-label={`Feature ${index + 1}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? "features-error" : undefined}
              maxLength={SERVICE_LIMITS.feature}
              onChange={(event) => onChange(lines.with(index, event.currentTarget.value))}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData("text").split(/\r?\n/).filter(Boolean);
                if (pasted.length < 2) return;
                event.preventDefault();
                onChange(lines.toSpliced(index, line === "" ? 1 : 0, ...pasted));
              }}
              className={cx(controlLook, "min-h-11! py-1.5!")}
            />
            {[
              { label: `Move feature ${index + 1} up`, Icon: ArrowUp, act: () => move(index, index - 1) },
              { label: `Move feature ${index + 1} down`, Icon: ArrowDown, act: () => move(index, index + 1) },
              { label: `Remove feature ${index + 1}`, Icon: X, act: () => remove(index) },
            ].map(({ label, Icon, act }) => (
              <button key={label} type="button" aria-label={label} onClick={act} className={iconLook}>
                <Icon aria-hidden strokeWidth={1.75} className="size-5" />
              </button>
            ))}
          </li>
        ))}
      </ol>
      {error && (
        <ErrorText id="features-error" className="mt-1.5">
          {error}
        </ErrorText>
      )}
      {lines.length < SERVICE_LIMITS.features && (
        <button
          type="button"
          onClick={() => add(lines.length, "")}
          className={cx(buttonLook({ variant: "secondary", size: "small" }), "mt-2 min-h-11")}
        >
          <Plus aria-hidden strokeWidth={1.75} className="size-5" />
          Add feature
        </button>
      )}
    </fieldset>
  );
}

const iconLook =
  "grid h-11 w-9 shrink-0 cursor-pointer place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink";
