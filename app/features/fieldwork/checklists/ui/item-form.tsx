import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { type ChecklistItem, ITEM_LENGTH, keyOfItem } from "~/features/fieldwork/checklists/checklist";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";

/** A form that was not accepted: what was typed stays. */
export type RefusedItem = {
  values: Record<string, string>;
  errors: Record<string, string>;
  message: string | null;
};

/** Changes an item, or takes it out of the list. */
export function EditItem({ item, refused }: { item: ChecklistItem; refused: RefusedItem | undefined }) {
  const { id, text } = item;
  const sent = useNavigation().formData;
  return (
    <Disclosure
      title={
        <>
          Edit<span className="sr-only">: {text}</span>
        </>
      }
      open={refused !== undefined}
    >
      <ItemForm key={keyOfItem(item)} intent="save" id={id} item={item} refused={refused} label="Save item" />
      <Form
        method="post"
        preventScrollReset
        className="mt-4 flex flex-wrap items-center gap-3 border-line border-t pt-4"
      >
        <input type="hidden" name="item" value={id} />
        <Button
          type="submit"
          name="intent"
          value="archive"
          variant="secondary"
          size="small"
          pending={sent?.get("intent") === "archive" && sent.get("item") === id}
          aria-label={`Archive: ${text}`}
        >
          Archive
        </Button>
        <p className="text-[0.875rem]/5 text-moss">Visits where it was done still show it.</p>
      </Form>
    </Disclosure>
  );
}

type Props = {
  intent: "add" | "save";
  id: string;
  item?: ChecklistItem;
  refused: RefusedItem | undefined;
  label: string;
};

export function ItemForm({ intent, id, item, refused, label }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useNavigation().formData;
  const values = refused?.values;
  useFocusError(form, refused?.errors);
  return (
    <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="item" value={id} />
      {item && <input type="hidden" name="seen" value={keyOfItem(item)} />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Item"
          name="text"
          defaultValue={values?.text ?? item?.text}
          error={refused?.errors.text}
          maxLength={ITEM_LENGTH}
          autoComplete="off"
          required
        />
        <TextField
          label="Item in Spanish"
          name="text_es"
          lang="es"
          defaultValue={values?.text_es ?? item?.text_es ?? ""}
          error={refused?.errors.text_es}
          maxLength={ITEM_LENGTH}
          autoComplete="off"
          optional
        />
      </div>
      <CheckboxField
        name="required"
        defaultChecked={values ? values.required === "on" : item?.required}
        label="Required: without it the crew can’t finish the visit"
      />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={intent === "add" ? "primary" : "secondary"}
        className="justify-self-start"
        pending={sent?.get("intent") === intent && sent.get("item") === id}
        pendingLabel="Saving..."
      >
        {label}
      </Button>
    </Form>
  );
}
