import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { fileLook } from "~/ui/form/control-look";

const ACTION = "/admin/backups/upload";

export function UploadForm() {
  const id = useId();
  const { formAction } = useNavigation();
  return (
    <Form
      method="post"
      action={ACTION}
      encType="multipart/form-data"
      preventScrollReset
      className="flex flex-wrap items-end justify-between gap-4 border-line border-t pt-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <label htmlFor={id} className="font-semibold">
          Upload a backup
        </label>
        <p id={`${id}-hint`} className="text-moss">
          From another server or an earlier version. Once it's verified, you can restore it. An encrypted one
          asks for its identity then.
        </p>
        <input
          id={id}
          type="file"
          name="file"
          required
          accept=".gz,.age,application/gzip"
          aria-describedby={`${id}-hint`}
          className={cx(fileLook, "mt-2")}
        />
      </div>
      <Button
        type="submit"
        variant="secondary"
        size="small"
        pending={formAction === ACTION}
        pendingLabel="Uploading..."
      >
        Upload
      </Button>
    </Form>
  );
}
