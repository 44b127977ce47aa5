/**
 * A labelled password with a button that shows it and a hint while Caps Lock is on; takes every attribute of `<input>`.
 *
 *   <PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
 *   <PasswordField label="New password" minimum={8} …/>
 *
 * minimum  of a new password, in characters: says how strong the password is while it is typed
 */
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { controlLook } from "./control-look";
import { cx } from "./cx";
import { Field, type FieldProps } from "./field";
import { PasswordMeter } from "./password-meter";
import { useHydrated } from "./use-hydrated";

type Props = FieldProps & Omit<ComponentProps<"input">, "type" | "ref"> & { minimum?: number };

export function PasswordField({ label, hint, error, optional, id, className, minimum, ...input }: Props) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [typed, setTyped] = useState("");
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(element.current?.value ?? ""), []);
  const notice = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const lines = [
    capsLock && (
      <span key="caps" role="status" className="block font-medium text-honey-ink">
        Caps Lock is on.
      </span>
    ),
    minimum && <PasswordMeter key="meter" password={typed} minimum={minimum} />,
    hint,
  ].filter(Boolean);
  return (
    <Field {...{ label, error, optional, id, className }} hint={lines.length > 0 && lines}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            ref={element}
            type={shown ? "text" : "password"}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={notice}
            onKeyUp={notice}
            onBlur={() => setCapsLock(false)}
            className={cx(controlLook, "pr-13 [&::-ms-reveal]:hidden")}
          />
          {hydrated && (
            <button
              type="button"
              aria-label={shown ? "Hide password" : "Show password"}
              aria-controls={control.id}
              onClick={() => setShown(!shown)}
              className="absolute inset-y-0.5 right-0.5 grid w-11 cursor-pointer place-items-center rounded-control text-moss transition-colors duration-150 hover:text-ink"
            >
              {shown ? (
                <EyeOff strokeWidth={1.75} className="size-5" />
              ) : (
                <Eye strokeWidth={1.75} className="size-5" />
              )}
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
