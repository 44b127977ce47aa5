import { useId } from "react";
import { ACCENTS } from "~/features/operations/settings/brand/accents";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { fileLook } from "~/ui/form/control-look";
import { ErrorText } from "~/ui/form/error-text";
import { AccentChoice } from "./accent-choice";

type Props = {
  values: Record<string, string>;
  errors: Record<string, string> | undefined;
  /** The logo that is stored. */
  logo: { src: string; width: number; height: number } | null;
};

/** Logo and accent of the company. Their form is sent with parts, because of the file. */
export function LookFields({ values, errors, logo }: Props) {
  const id = useId();
  return (
    <>
      <div className="grid min-w-0 gap-3">
        <label htmlFor={id} className="font-semibold text-[0.9375rem]">
          Logo <span className="font-normal text-moss">(optional)</span>
        </label>
        {logo && (
          <div className="grid justify-items-start gap-1">
            <span className="rounded-control border border-line bg-[#fbfaf6] p-3">
              <img
                src={logo.src}
                width={Math.round(logo.width)}
                height={Math.round(logo.height)}
                alt="Your logo"
                className="h-14 w-auto max-w-full object-contain object-left"
              />
            </span>
            <CheckboxField
              name="remove_logo"
              defaultChecked={values.remove_logo === "on"}
              label="Remove it, and show the letters of your name"
            />
          </div>
        )}
        <input
          id={id}
          type="file"
          name="logo"
          accept=".svg,.png,image/svg+xml,image/png"
          aria-describedby={`${id}-hint`}
          aria-invalid={errors?.logo ? true : undefined}
          className={fileLook}
        />
        <p id={`${id}-hint`} className="text-[0.9375rem] text-moss">
          {logo
            ? "Choose a file to replace it. "
            : "Without one, the first letters of your name stand there. "}
          SVG up to 200 KB or PNG up to 2 MB, on a transparent ground.
        </p>
        {errors?.logo && <ErrorText>{errors.logo}</ErrorText>}
      </div>
      <AccentChoice
        accents={ACCENTS}
        chosen={values.accent ?? ""}
        other={values.other}
        error={errors?.accent}
      />
    </>
  );
}
