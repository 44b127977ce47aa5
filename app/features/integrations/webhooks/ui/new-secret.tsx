import { CopyField } from "~/ui/copy-field";
import { Notice } from "~/ui/notice";

/** The only time that a secret is seen. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <div className="grid gap-4">
      <Notice tone="success" title="Copy the secret now">
        It won't be shown again. The receiving app uses it to verify that events come from here.
      </Notice>
      <CopyField label="Secret" value={secret} />
    </div>
  );
}
