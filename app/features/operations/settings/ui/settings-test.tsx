import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { SettingsTab } from "~/features/operations/settings/forms";
import { Button } from "~/ui/action/button";
import { Notice } from "~/ui/page/notice";

type Props = {
  tab: SettingsTab;
  intent: string;
  /** Label of the button, and while pending. */
  label: string;
  pendingLabel: string;
  ready: boolean;
  /** Error of the last test, shown below this title. */
  refused: string | null;
  refusedTitle: string;
  children: ReactNode;
};

/** Tests the saved settings of a tab. */
export function SettingsTest({
  tab,
  intent,
  label,
  pendingLabel,
  ready,
  refused,
  refusedTitle,
  children,
}: Props) {
  const navigation = useNavigation();
  const pending = navigation.formData?.get("intent") === intent;
  return (
    <section aria-labelledby={intent} className="grid gap-4 border-line border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id={intent} className="font-semibold">
            Test
          </h3>
          <p className="text-moss">{children}</p>
        </div>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="tab" value={tab} />
          <Button
            type="submit"
            name="intent"
            value={intent}
            variant="secondary"
            size="small"
            disabled={!ready}
            pending={pending}
            pendingLabel={pendingLabel}
          >
            {label}
          </Button>
        </Form>
      </div>
      {refused && !pending && (
        <Notice tone="error" title={refusedTitle}>
          <span className="wrap-anywhere">{refused}</span>
        </Notice>
      )}
    </section>
  );
}
