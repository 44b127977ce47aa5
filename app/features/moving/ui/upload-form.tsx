import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { IMPORTS_PAGE, MAX_FILE_MB } from "~/features/moving/rules";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { fileLook } from "~/ui/form/control-look";
import { Card } from "~/ui/page/card";

const ACTION = `${IMPORTS_PAGE}/upload`;

/** `formId`: a form that is sent twice stores its file once. */
export function UploadForm({ formId }: { formId: string }) {
  const id = useId();
  const { formAction } = useNavigation();
  return (
    <Card className="p-5 sm:p-6">
      <Form method="post" action={ACTION} encType="multipart/form-data">
        <input type="hidden" name="form_id" value={formId} />
        <h2 className="text-heading">
          <label htmlFor={id}>Import a file</label>
        </h2>
        <p id={`${id}-hint`} className="mt-1 max-w-2xl text-moss">
          A CSV from BookingKoala, Launch27, ConvertLabs, Jobber, Housecall Pro, ZenMaid or a spreadsheet, up
          to {MAX_FILE_MB} MB: first your customers, then your visits and gift cards. You see what each row
          would do before anything changes.
        </p>
        <div className="mt-4 flex max-w-2xl flex-wrap items-center gap-4">
          <input
            id={id}
            type="file"
            name="file"
            required
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            aria-describedby={`${id}-hint`}
            className={cx(fileLook, "min-w-0 flex-1 basis-60")}
          />
          <Button
            type="submit"
            pending={formAction === ACTION}
            pendingLabel="Uploading..."
            className="max-sm:w-full"
          >
            Upload
          </Button>
        </div>
      </Form>
    </Card>
  );
}
