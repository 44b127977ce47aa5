import { Form, Link, useNavigation } from "react-router";
import { LANGUAGES, SOURCES } from "~/features/customers/office/customer";
import { LIMITS } from "~/features/customers/office/forms";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { ChipRadio } from "~/ui/form/chip-radio";
import { fieldProps } from "~/ui/form/field-props";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";

export type RefusedCustomer = {
  errors: Record<string, string>;
  values: Record<string, string>;
  message: string | null;
};

type Props = {
  /** Id of a new customer, made with the form. */
  newId?: string;
  /** What is saved, and when it was saved. */
  saved?: { seen: string; values: Record<string, string> };
  cancelHref: string;
  refused: RefusedCustomer | undefined;
};

/** Adds or edits a customer. */
export function CustomerForm({ newId, saved, cancelHref, refused }: Props) {
  const pending = useNavigation().formData?.get("intent") === "save-customer";
  const values: Record<string, string> = refused?.values ?? saved?.values ?? {};
  const field = fieldProps<string>(values, refused?.errors);
  return (
    <Form method="post" preventScrollReset noValidate className="group/customer grid gap-4">
      {newId && <input type="hidden" name="id" value={refused?.values.id ?? newId} />}
      {saved && <input type="hidden" name="seen" value={saved.seen} />}
      {refused?.message && (
        <Notice tone="error" title="Not saved yet">
          {refused.message}
        </Notice>
      )}
      <fieldset>
        <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Kind</legend>
        <div className="flex flex-wrap gap-2.5">
          {(["person", "company"] as const).map((kind) => (
            <ChipRadio
              key={kind}
              name="kind"
              value={kind}
              defaultChecked={(values.kind ?? "person") === kind}
            >
              {kind === "person" ? "Person" : "Company"}
            </ChipRadio>
          ))}
        </div>
      </fieldset>
      <TextField
        {...field("company_name")}
        label="Company"
        maxLength={LIMITS.company}
        autoComplete="off"
        className="hidden group-has-[[value=company]:checked]/customer:block"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field("first_name")} label="First name" maxLength={LIMITS.name} autoComplete="off" />
        <TextField {...field("last_name")} label="Last name" maxLength={LIMITS.name} autoComplete="off" />
      </div>
      <Several kind="phone" labels={["Phone", "Another phone"]} values={values} field={field} />
      <Several kind="email" labels={["Email", "Another email"]} values={values} field={field} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field("language")} label="Language">
          {Object.entries(LANGUAGES).map(([tag, language]) => (
            <option key={tag} value={tag}>
              {language}
            </option>
          ))}
        </SelectField>
        <SelectField {...field("source")} label="How they came">
          <option value="">Unknown</option>
          {Object.entries(SOURCES).map(([source, words]) => (
            <option key={source} value={source}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        {...field("tags")}
        label="Tags"
        optional
        hint="Separated by commas, such as “vip, two cats”"
        maxLength={LIMITS.tags * (LIMITS.tag + 2)}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          name="intent"
          value="save-customer"
          size="small"
          className="min-h-11"
          pending={pending}
          pendingLabel="Saving..."
        >
          {saved ? "Save" : "Add customer"}
        </Button>
        <Link
          to={cancelHref}
          preventScrollReset
          className={`${buttonLook({ variant: "ghost", size: "small" })} min-h-11`}
        >
          Cancel
        </Link>
      </div>
    </Form>
  );
}

type SeveralProps = {
  kind: "email" | "phone";
  labels: [first: string, other: string];
  values: Record<string, string>;
  field: ReturnType<typeof fieldProps<string>>;
};

/** The emails or phones that there are, and room for one more. */
function Several({ kind, labels: [first, other], values, field }: SeveralProps) {
  const used = Array.from({ length: LIMITS.contacts }, (_, place) => place).filter(
    (place) => values[`${kind}_${place}`],
  );
  const rows = Math.min(LIMITS.contacts, Math.max(2, (used.at(-1) ?? 0) + 2));
  return (
    <div className="grid gap-4">
      {Array.from({ length: rows }, (_, place) => `${kind}_${place}`).map((name, place) => (
        <div key={name} className="grid grid-cols-[1fr_minmax(7rem,10rem)] gap-4">
          <TextField
            {...field(name)}
            label={place === 0 ? first : place === 1 ? other : `${other} (${place})`}
            type={kind === "email" ? "email" : "tel"}
            maxLength={LIMITS[kind]}
            autoComplete="off"
          />
          <TextField
            {...field(`${name}_label`)}
            label="What for"
            placeholder={place === 0 ? "mobile" : "work"}
            maxLength={LIMITS.label}
            autoComplete="off"
          />
        </div>
      ))}
    </div>
  );
}
