/**
 * A labelled password with a button that shows it and a hint while Caps Lock is on; takes every attribute of `<input>`. The
 * script is password-fields.ts, on pages with and without React.
 *
 *   <PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
 *   <PasswordField label="New password" minimum={8} …/>
 *
 * minimum  length of a new password: shows how strong it is while it is typed
 */
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useRef, useState } from "react";
import { cx } from "~/ui/cx";
import { controlLook } from "./control-look";
import { Field, type FieldProps, isLive } from "./field";
import passwordFields from "./password-fields.ts?url";
import { PasswordMeter } from "./password-meter";

type Props = Omit<FieldProps, "live"> & Omit<ComponentProps<"input">, "type" | "ref"> & { minimum?: number };

export function PasswordField({ label, hint, error, optional, id, className, minimum, ...input }: Props) {
  const element = useRef<HTMLInputElement>(null);
  /** React sets the type again with each change of the field, so it must know it. */
  const [type, setType] = useState("password");
  const lines = [minimum && <PasswordMeter key="meter" minimum={minimum} />, hint].filter(Boolean);
  return (
    <Field
      live={isLive(input)}
      {...{ label, error, optional, id, className }}
      hint={lines.length > 0 && lines}
    >
      {(control) => (
        <>
          <div className="relative">
            <input
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              data-password=""
              {...input}
              {...control}
              aria-describedby={cx(`${control.id}-caps`, control["aria-describedby"])}
              ref={element}
              type={type}
              className={cx(controlLook, "pr-13 [&::-ms-reveal]:hidden")}
            />
            <button
              type="button"
              aria-label="Show password"
              aria-controls={control.id}
              data-reveal=""
              onClick={() => setType(element.current?.type ?? "password")}
              className="group/reveal absolute inset-y-0.5 right-0.5 grid w-11 cursor-pointer place-items-center rounded-control text-moss transition-colors duration-150 hover:text-ink noscript:hidden"
            >
              <Eye strokeWidth={1.75} className="size-5 group-data-shown/reveal:hidden" />
              <EyeOff strokeWidth={1.75} className="hidden size-5 group-data-shown/reveal:block" />
            </button>
          </div>
          <p
            id={`${control.id}-caps`}
            role="status"
            data-text="Caps Lock is on."
            className="mt-1.5 font-medium text-[0.9375rem]/5 text-honey-ink empty:mt-0"
          />
          <script type="module" async src={passwordFields} />
        </>
      )}
    </Field>
  );
}
