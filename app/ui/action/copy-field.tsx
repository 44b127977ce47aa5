/**
 * A text to copy, such as a secret address. It selects itself, and with script a button copies it.
 *
 *   <CopyField label="Your calendar address" value={url} />
 */
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { Field } from "~/ui/form/field";
import { useToast } from "~/ui/page/toast";
import { Button } from "./button";

export function CopyField({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState<string>();
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(value);
      toast({ title: "Copied", description: "It's on your clipboard." });
    } catch {
      toast({
        title: "Not copied",
        description: "Please select the text and copy it yourself.",
        destructive: true,
      });
    }
  };
  return (
    <Field label={label}>
      {(control) => (
        <span className="flex flex-wrap gap-3">
          <input
            {...control}
            readOnly
            value={value}
            onFocus={(event) => event.currentTarget.select()}
            className={cx(controlLook, "min-w-0 flex-1 basis-56 bg-paper font-mono text-sm")}
          />
          <Button variant="secondary" onClick={copy} className="min-h-12 noscript:hidden max-sm:w-full">
            {copied === value ? (
              <Check strokeWidth={1.75} className="size-5" />
            ) : (
              <Copy strokeWidth={1.75} className="size-5" />
            )}
            Copy
          </Button>
        </span>
      )}
    </Field>
  );
}
