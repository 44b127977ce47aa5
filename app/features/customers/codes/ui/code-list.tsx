import BellRing from "lucide-react/icons/bell-ring";
import KeyRound from "lucide-react/icons/key-round";
import LockKeyhole from "lucide-react/icons/lock-keyhole";
import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { CODE_KINDS } from "~/features/customers/codes/codes";
import { LIMITS } from "~/features/customers/codes/forms";
import { type CodeView, KIND_LABELS } from "~/features/customers/codes/rules";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { ChipRadio } from "~/ui/form/chip-radio";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Card } from "~/ui/page/card";

/** The errors by field of a refused form, and its values but the code itself. */
export type RefusedCode = { intent: string; errors: Record<string, string>; values: Record<string, string> };

const ICONS = { code: LockKeyhole, key: KeyRound, alarm: BellRing };

type ListProps = {
  codes: CodeView[];
  /** The codes in clear by id; null unless the viewer asked for them. */
  opened: Record<string, string | null> | null;
  refused: RefusedCode | undefined;
};

/** The codes of a home, each with forms to replace and to remove it. They can't be read here once they are saved. */
export function CodeList({ codes, opened, refused }: ListProps) {
  return (
    <ul className="grid gap-4">
      {codes.map(({ id, kind, label, saved }) => {
        const Icon = ICONS[kind];
        return (
          <Card as="li" key={id} className="p-5">
            <div className="flex items-start gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sage-soft text-evergreen-700">
                <Icon aria-hidden strokeWidth={1.75} className="size-5" />
              </span>
              <div className="min-w-0">
                <h3 className="wrap-anywhere font-sans font-semibold text-[1.0625rem]/6">{label}</h3>
                <p className="text-[0.9375rem]/6 text-moss">
                  {KIND_LABELS[kind]} · Saved {saved}
                </p>
                {opened && (
                  <p className="wrap-anywhere mt-2 whitespace-pre-line font-semibold text-lg tabular-nums">
                    {opened[id] ?? "It can't be opened. Enter it again."}
                  </p>
                )}
              </div>
            </div>
            <Change id={id} label={label} refused={refused?.values.code_id === id ? refused : undefined} />
          </Card>
        );
      })}
    </ul>
  );
}

function Change({ id, label, refused }: { id: string; label: string; refused: RefusedCode | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData;
  const isPending = (intent: string) => pending?.get("intent") === intent && pending.get("code_id") === id;
  useFocusError(form, refused?.errors);
  return (
    <div className="mt-3 flex flex-wrap items-start justify-between gap-x-4 border-line border-t pt-2">
      <Disclosure
        title={
          <>
            Replace<span className="sr-only"> {label}</span>
          </>
        }
        open={refused !== undefined}
        className="min-w-0 flex-1 basis-40"
      >
        <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-3">
          <input type="hidden" name="code_id" value={id} />
          <TextField
            label="New code"
            name="value"
            autoComplete="off"
            maxLength={LIMITS.value}
            required
            error={refused?.errors.value}
          />
          <Button
            type="submit"
            name="intent"
            value="replace"
            variant="secondary"
            size="small"
            className="min-h-11 justify-self-start"
            pending={isPending("replace")}
          >
            Replace
          </Button>
        </Form>
      </Disclosure>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="code_id" value={id} />
        <Button
          type="submit"
          name="intent"
          value="remove"
          variant="ghost"
          size="small"
          className="min-h-11 text-berry!"
          pending={isPending("remove")}
        >
          Remove<span className="sr-only"> {label}</span>
        </Button>
      </Form>
    </div>
  );
}

/** A form for a new code. */
export function AddCode({ codeId, refused }: { codeId: string; refused: RefusedCode | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get("intent") === "add";
  useFocusError(form, refused?.errors);
  const { values = {}, errors = {} }: Partial<RefusedCode> = refused ?? {};
  return (
    <Form key={codeId} ref={form} method="post" preventScrollReset noValidate className="grid gap-5">
      <input type="hidden" name="code_id" value={codeId} />
      <fieldset>
        <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Kind</legend>
        <div className="flex flex-wrap gap-2.5">
          {CODE_KINDS.map((kind) => (
            <ChipRadio key={kind} name="kind" value={kind} defaultChecked={(values.kind ?? "code") === kind}>
              {KIND_LABELS[kind]}
            </ChipRadio>
          ))}
        </div>
        {errors.kind && <p className="mt-2 text-berry text-sm">{errors.kind}</p>}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="What it opens"
          name="label"
          autoComplete="off"
          placeholder="Front door lockbox"
          maxLength={LIMITS.label}
          required
          defaultValue={values.label}
          error={errors.label}
        />
        <TextField
          label="Code or hiding place"
          name="value"
          autoComplete="off"
          maxLength={LIMITS.value}
          required
          error={errors.value}
        />
      </div>
      <Button
        type="submit"
        name="intent"
        value="add"
        className="justify-self-start"
        pending={pending}
        pendingLabel="Saving..."
      >
        Save code
      </Button>
    </Form>
  );
}
