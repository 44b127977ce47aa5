/**
 * A text to copy, such as a secret address. It selects itself, and with script a button copies it.
 *
 *   <CopyField label="Your calendar address" value={url} />
 *   <CopyLine label="Command" value="npm run backup" />   is smaller, and wraps
 */
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { Field } from "~/ui/form/field";
import { useToast } from "~/ui/page/toast";
import { Button } from "./button";
import { buttonLook } from "./button-look";

type Props = { label: string; value: string };

export function CopyField({ label, value }: Props) {
  const { copied, copy } = useCopy(value);
  const Icon = copied ? Check : Copy;
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
            <Icon strokeWidth={1.75} className="size-5" />
            Copy
          </Button>
        </span>
      )}
    </Field>
  );
}

/** `about` tells buttons of the same label apart for screen readers. */
export function CopyLine({ label, about, value }: Props & { about: string }) {
  const { copied, copy } = useCopy(value);
  const Icon = copied ? Check : Copy;
  return (
    <div className="rounded-control bg-sage-soft px-3 py-2">
      <div className="flex items-center justify-between gap-3">
        <span className="text-[0.8125rem]/5 text-moss">{label}</span>
        <button
          type="button"
          onClick={copy}
          className={cx(buttonLook({ variant: "ghost", size: "small" }), "-my-1 -mr-2 noscript:hidden")}
        >
          <Icon aria-hidden strokeWidth={1.75} className="size-4.5" />
          Copy
          <span className="sr-only">
            {" "}
            {label.toLowerCase()} for {about}
          </span>
        </button>
      </div>
      <code className="block select-all font-mono text-sm/6 wrap-anywhere">{value}</code>
    </div>
  );
}

function useCopy(value: string) {
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
  return { copied: copied === value, copy };
}
