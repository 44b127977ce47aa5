import { CopyField } from "~/ui/copy-field";
import { Notice } from "~/ui/notice";

/** The only time that a key is seen. */
export function NewKey({ value }: { value: string }) {
  return (
    <div className="grid gap-4">
      <Notice tone="success" title="Copy the key now">
        It won't be shown again. The partner's server sends it with each request; never put it on a web page
        or in an app.
      </Notice>
      <CopyField label="API key" value={value} />
    </div>
  );
}
