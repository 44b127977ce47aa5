import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { crewPath, keyOf, LIMITS, type Refused } from "~/features/scheduling/crews/forms";
import { Button } from "~/ui/button";
import { FeedAddress } from "~/ui/feed-address";
import { fieldProps } from "~/ui/field-props";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";

type Props = {
  crew?: { name: string; email: string | null };
  refused: Refused | undefined;
};

/** Name and mail address of a crew, a new one or one that is there. */
export function CrewForm({ crew, refused }: Props) {
  const navigation = useNavigation();
  const intent = crew ? "update" : "add";
  const values = refused?.values ?? { name: crew?.name ?? "", email: crew?.email ?? "" };
  const field = fieldProps(values, refused?.errors);
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="intent" value={intent} />
      {crew && <input type="hidden" name="seen" value={keyOf(crew)} />}
      {refused?.message && (
        <Notice tone="error" title="Not saved yet">
          {refused.message}
        </Notice>
      )}
      <TextField label="Name" {...field("name")} maxLength={LIMITS.name} required autoComplete="off" />
      <TextField
        label="Email"
        {...field("email")}
        type="email"
        optional
        hint="New and changed visits are emailed here. Leave it empty to send them to the company's email address."
        maxLength={LIMITS.email}
        autoComplete="off"
      />
      <Button
        type="submit"
        size="small"
        className="min-h-11 justify-self-start"
        pending={navigation.formData?.get("intent") === intent}
        pendingLabel="Saving..."
      >
        {crew ? "Save" : "Add crew"}
      </Button>
    </Form>
  );
}

type PanelPartProps = { id: string; title: string; action?: ReactNode; children: ReactNode };

/** One part of the panel of a crew. */
export function PanelPart({ id, title, action, children }: PanelPartProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-line not-first:border-t not-first:pt-5 not-last:pb-6"
    >
      <div className="mb-3 flex min-h-11 items-center justify-between gap-3">
        <h3 id={`${id}-title`} className="font-sans font-semibold text-[1.0625rem]/6">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}

type CrewFeedProps = { crew: { id: string; is_active: boolean }; url: string | null };

/** The crew's private calendar address. */
export function CrewFeed({ crew, url }: CrewFeedProps) {
  return (
    <PanelPart id="calendar" title="Calendar">
      <p className="mb-4 text-[0.9375rem]/6 text-moss">
        Crew members subscribe to a private address on their phones and see their visits with everything they
        need at the door. Anyone with the address can read it, so replace it when someone leaves the crew.
        {url !== null && !crew.is_active && " It stays empty while the crew is inactive."}
      </p>
      <FeedAddress url={url} action={crewPath(crew.id)} label="Private address of this crew" />
    </PanelPart>
  );
}
