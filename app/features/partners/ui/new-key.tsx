import { CopyField } from "~/ui/copy-field";
import { Notice } from "~/ui/notice";

/** The only time that a key is seen. */
export function NewKey({ value }: { value: string }) {
  return (
    <div className="grid gap-4">
      <Notice tone="success" title="Copy the key now">
        It is not shown again. The partner's own server sends it with each request; it doesn't belong onto a
        web page or into an app.
      </Notice>
      <CopyField label="API key" value={value} />
    </div>
  );
}
