import { useEffect, useRef, useState } from "react";
import type { Draft } from "~/features/booking/checkout/draft";
import { Disclosure } from "~/ui/action/disclosure";
import { AmountChoice } from "~/ui/form/amount-choice";

type Props = {
  draft: Pick<Draft, "tip" | "tip_amount">;
  choices: { percent: number; amount: string }[];
  error: string | undefined;
  onChange: (tip: Partial<Pick<Draft, "tip" | "tip_amount">>) => void;
};

/** A tip for a visit that is paid now; none unless chosen. */
export function TipField({ draft, choices, error, onChange }: Props) {
  const [opened, setOpened] = useState(draft.tip !== "");
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) field.current?.querySelector<HTMLElement>("[aria-invalid=true], :checked")?.focus();
  }, [error]);
  return (
    <Disclosure
      title="Add a tip"
      open={opened || Boolean(error)}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      className="mt-1 -mb-2"
    >
      <div ref={field}>
        <AmountChoice
          small
          legend="Tip for your crew"
          hint="It goes to your crew in full. If the visit doesn’t take place, you get it back."
          name="tip"
          none="No tip"
          choices={choices.map(({ percent, amount }) => ({
            value: String(percent),
            label: amount,
            note: `${percent}%`,
          }))}
          other={{
            ...{ name: "tip_amount", label: "Your tip", value: draft.tip_amount },
            onChange: (tip_amount) => onChange({ tip_amount }),
          }}
          chosen={draft.tip || "none"}
          onChoose={(tip) => onChange({ tip: tip === "none" ? "" : tip })}
          error={error}
        />
      </div>
    </Disclosure>
  );
}
