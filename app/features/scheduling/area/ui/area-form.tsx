import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { AreaValues } from "~/features/scheduling/area/forms";
import type { AreaMap } from "~/features/scheduling/roads/map";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { HintedRadio } from "~/ui/form/card-radio";
import { ErrorText } from "~/ui/form/error-text";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { ZipMap } from "./zip-map";

type Props = {
  values: AreaValues;
  /** A form that was not saved: what was typed stays. `seen`: what the next one starts from. */
  again: { values: AreaValues; errors: Record<string, string>; seen: string } | undefined;
};

const MODES = [
  { mode: "anywhere", label: "Anywhere", hint: "Every address can be booked." },
  { mode: "zips", label: "In a list of ZIP codes", hint: "Only the ZIP codes you list." },
  { mode: "radius", label: "Around your base", hint: "Every ZIP code whose center is within that distance." },
] as const;

/** Where the company cleans. */
export function AreaForm({ values: stored, again }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useFocusError(form, again?.errors);
  const busy = useNavigation().formData?.get("intent");
  const values = again?.values ?? stored;
  const field = fieldProps(values, again?.errors);
  const wrong = again?.errors.mode;
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      className="group/area grid grid-cols-1 gap-6"
    >
      <input type="hidden" name="seen" value={again?.seen ?? JSON.stringify(stored)} />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-display text-heading [font-weight:560]">Where you clean</legend>
        <p className="mb-2 text-moss">
          From other addresses, visitors can send a request instead of booking. Staff can set the area aside
          for one visit.
        </p>
        {MODES.map(({ mode, label, hint }) => (
          <HintedRadio
            key={mode}
            name="mode"
            value={mode}
            defaultChecked={values.mode === mode}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? "mode-error" : undefined}
            label={label}
            hint={hint}
          />
        ))}
        {wrong && (
          <ErrorText announced id="mode-error">
            {wrong}
          </ErrorText>
        )}
      </fieldset>
      <TextareaField
        label="ZIP codes"
        hint="Paste them as you have them: with commas or spaces, or one per line."
        {...field("zips")}
        placeholder="03263, 03301, 03275"
        maxLength={20_000}
        autoComplete="off"
        className="hidden group-has-[[value=zips]:checked]/area:block"
      />
      <div className="hidden gap-6 group-has-[[value=radius]:checked]/area:grid sm:grid-cols-2">
        <TextField
          label="ZIP code of your base"
          {...field("base_zip")}
          placeholder="03263"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
        />
        <TextField
          label="Miles around it"
          hint="As the crow flies, 1 to 200."
          {...field("radius_miles")}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
      </div>
      <div className="flex flex-wrap gap-3 border-line border-t pt-5">
        <Button
          type="submit"
          name="intent"
          value="save"
          className="max-sm:w-full"
          pending={busy === "save"}
          pendingLabel="Saving..."
        >
          Save area
        </Button>
        <Button
          type="submit"
          name="intent"
          value="preview"
          variant="secondary"
          className="max-sm:w-full"
          pending={busy === "preview"}
          pendingLabel="Looking..."
        >
          Preview
        </Button>
      </div>
    </Form>
  );
}

type PreviewProps = {
  zips: readonly string[] | null;
  map: AreaMap | null;
  outside: { zip: string; visits: number }[];
};

const NAMED = 12;

/** What an area means: how many ZIP codes it holds, where they are, and which upcoming visits lie outside. */
export function AreaSummary({ zips, map, outside }: PreviewProps) {
  const visits = outside.reduce((sum, one) => sum + one.visits, 0);
  const count = zips?.length ?? 0;
  const held = count === 1 ? "1 ZIP code" : `${count.toLocaleString("en-US")} ZIP codes`;
  return (
    <>
      <p>
        {zips ? <strong className="font-semibold">{held}</strong> : "No limit: every address can be booked."}
      </p>
      {map && <ZipMap map={map} label={`Map of the service area with ${held}`} className="max-w-xl" />}
      {zips && zips.length > 0 && (
        <Disclosure title="All ZIP codes">
          <p className="wrap-anywhere max-h-64 overflow-y-auto text-[0.9375rem]/6 text-moss tabular-nums">
            {zips.join(", ")}
          </p>
        </Disclosure>
      )}
      {visits > 0 && (
        <p className="text-honey-ink">
          {visits === 1 ? "1 upcoming visit lies" : `${visits.toLocaleString("en-US")} upcoming visits lie`}{" "}
          outside (
          {outside
            .slice(0, NAMED)
            .map(({ zip, visits: there }) => (there === 1 ? zip : `${zip}: ${there}`))
            .join(", ")}
          {outside.length > NAMED && " and others"}). {visits === 1 ? "It stays" : "They stay"} as booked.
        </p>
      )}
    </>
  );
}
