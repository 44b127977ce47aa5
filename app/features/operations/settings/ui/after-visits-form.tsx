import type { AfterVisitValues } from "~/features/operations/settings/after-visits";
import { fieldProps } from "~/ui/form/field-props";
import { type RefusedForm, SeenForm } from "~/ui/form/seen-form";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";

type Props = {
  values: AfterVisitValues;
  refused: RefusedForm<Partial<AfterVisitValues>> | undefined;
};

/** What customers can do after a visit: claim that something isn't right, and review the company. */
export function AfterVisitsForm({ values: stored, refused }: Props) {
  const field = fieldProps({ ...stored, ...refused?.values }, refused?.errors);
  return (
    <SeenForm stored={stored} refused={refused}>
      <fieldset>
        <legend className="mb-1 font-semibold">Claims</legend>
        <p className="mb-4 text-[0.9375rem]/6 text-moss">
          On a visit’s page, its customer can say that something isn’t right. The office answers with another
          visit for nothing, with credit, or with a reasoned no.
        </p>
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <TextField
            label="Hours to claim"
            hint="After a visit. 0: no claims."
            {...field("hours")}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            required
          />
          <TextField
            label="Hours to answer"
            hint="Customers read this promise. The dashboard shows what is left of it."
            {...field("answer_hours")}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            required
          />
        </div>
      </fieldset>
      <fieldset className="border-line border-t pt-6">
        <legend className="sr-only">Photos</legend>
        <SelectField
          label="Photos of crews, before and after"
          hint="On the visit’s page, with the receipt. Photos of reports are never shown."
          {...field("photos")}
        >
          <option value="false">Only the office sees them</option>
          <option value="true">The customer sees them too</option>
        </SelectField>
      </fieldset>
      <fieldset className="border-line border-t pt-6">
        <legend className="sr-only">Reviews</legend>
        <p aria-hidden className="mb-1 font-semibold">
          Reviews
        </p>
        <p className="mb-4 text-[0.9375rem]/6 text-moss">
          The review invitation and the review page show this link to every customer, however many stars they
          give. Google doesn’t allow asking only happy ones.
        </p>
        <TextField
          label="Google review link"
          optional
          hint="From your Google Business Profile, “Ask for reviews”."
          {...field("google_url")}
          type="url"
          maxLength={500}
          autoComplete="off"
          placeholder="https://"
        />
      </fieldset>
    </SeenForm>
  );
}
