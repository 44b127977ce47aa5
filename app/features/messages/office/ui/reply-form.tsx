import { useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { REPLY_MAX } from "~/features/messages/office/forms";
import { cannedText, type OfficeMessage } from "~/features/messages/office/message";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { useHydrated } from "~/ui/live/use-hydrated";

/** A rejected form of the panel. */
export type Refused = { intent: string; errors: Record<string, string>; values: Record<string, string> };

type Props = {
  message: OfficeMessage;
  formId: string;
  insert: string | null;
  cannedHref: string;
  refused: Refused | undefined;
};

/** Reply by email. A canned reply can be inserted at the cursor. */
export function ReplyForm({ message, formId, insert, cannedHref, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "reply";
  const begun = message.canned.find(({ id }) => id === insert);
  useFocusError(form, refused?.errors);

  const put = (id: string) => {
    const canned = message.canned.find((one) => one.id === id);
    const box = form.current?.elements.namedItem("body");
    if (!canned || !(box instanceof HTMLTextAreaElement)) return;
    const end = box.selectionEnd;
    const text = cannedText(canned, message.name);
    box.setRangeText(text, box.selectionStart, end, "end");
    box.focus();
  };

  return (
    <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-3">
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name="form_id" value={formId} />
      <input type="hidden" name="seen" value={message.replies.length} />
      <Canned canned={message.canned} editHref={cannedHref} onChoose={put} />
      <TextareaField
        label="Reply"
        name="body"
        rows={5}
        maxLength={REPLY_MAX}
        hint={`To ${message.email}. Replies go to the company's email address.`}
        defaultValue={refused?.values.body ?? (begun && cannedText(begun, message.name))}
        error={refused?.errors.body}
      />
      <Button
        type="submit"
        size="small"
        pending={busy}
        pendingLabel="Sending..."
        className="min-h-11 justify-self-start"
      >
        Send Reply
      </Button>
    </Form>
  );
}

type CannedProps = {
  canned: OfficeMessage["canned"];
  editHref: string;
  onChoose: (id: string) => void;
};

function Canned({ canned, editHref, onChoose }: CannedProps) {
  const hydrated = useHydrated();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {hydrated && canned.length > 0 && (
        <select
          aria-label="Insert a canned reply"
          value=""
          onChange={(event) => onChoose(event.currentTarget.value)}
          className={cx(controlLook, "min-h-11! min-w-0 flex-1 basis-48 py-1.5! text-[0.9375rem]!")}
        >
          <option value="">Insert a canned reply…</option>
          {canned.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
      <Link
        to={editHref}
        preventScrollReset
        className={cx(buttonLook({ variant: "ghost", size: "small" }), "min-h-11")}
      >
        Canned replies
      </Link>
    </div>
  );
}
