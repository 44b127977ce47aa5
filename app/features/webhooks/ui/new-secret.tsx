import { CopyField } from "~/ui/copy-field";
import { Notice } from "~/ui/notice";

/** The only time that a secret is seen. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <div className="grid gap-4">
      <Notice tone="success" title="Copy the secret now">
        It is not shown again. The other program checks with it that what it is told comes from here.
      </Notice>
      <CopyField label="Secret" value={secret} />
    </div>
  );
}
