import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useNavigate, useNavigation } from "react-router";
import { CANNED_TITLE_MAX, REPLY_MAX } from "~/features/messages/office/forms";
import type { CannedReply } from "~/features/messages/office/message";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { CloseLink } from "~/ui/action/close-link";
import { cx } from "~/ui/cx";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import type { Refused } from "./reply-form";

type Props = {
  canned: CannedReply[];
  /** "all", "new", or the id of the edited one. */
  view: string;
  hrefOf: (change: { canned?: string; insert?: string }) => string;
  refused: Refused | undefined;
};

/** Dialog with the canned replies: a list and a form. */
export function CannedReplies({ canned, view, hrefOf, refused }: Props) {
  const edited = canned.find(({ id }) => id === view);
  if (edited || view === "new")
    return (
      <Dialog title={edited ? "Edit canned reply" : "New canned reply"} closeHref={hrefOf({})}>
        <CannedForm
          key={view}
          reply={edited}
          refused={refused}
          back={hrefOf({ canned: "all" })}
          action={hrefOf({ canned: view })}
        />
      </Dialog>
    );
  return (
    <Dialog title="Canned replies" closeHref={hrefOf({})}>
      {canned.length === 0 && <p className="mb-3 text-moss">None yet. Save answers you use often here.</p>}
      <ul className="-mx-2 mb-4 grid grid-cols-1">
        {canned.map(({ id, title, body }) => (
          <li key={id} className="flex items-center gap-2">
            <Link
              to={hrefOf({ canned: id })}
              preventScrollReset
              aria-label={`Edit ${title}`}
              className="block min-w-0 flex-1 rounded-control px-2 py-2.5 transition-colors hover:bg-sage-soft"
            >
              <span className="block truncate font-medium">{title}</span>
              <span className="block truncate text-[0.9375rem] text-moss">{body}</span>
            </Link>
            <Link
              to={hrefOf({ insert: id })}
              className={cx(
                buttonLook({ variant: "secondary", size: "small" }),
                "hidden! noscript:inline-flex!",
              )}
            >
              Use
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={hrefOf({ canned: "new" })}
        preventScrollReset
        className={cx(buttonLook({ variant: "secondary", size: "small" }), "min-h-11")}
      >
        New canned reply
      </Link>
    </Dialog>
  );
}

type FormProps = { reply?: CannedReply; refused: Refused | undefined; back: string; action: string };

function CannedForm({ reply, refused, back, action }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const intent = useNavigation().formData?.get("intent");
  const values = refused?.values ?? reply;
  useFocusError(form, refused?.errors);
  return (
    <Form ref={form} method="post" action={action} preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="id" value={reply?.id ?? ""} />
      <TextField
        label="Name"
        name="title"
        maxLength={CANNED_TITLE_MAX}
        autoComplete="off"
        required
        defaultValue={values?.title}
        error={refused?.errors.title}
      />
      <TextareaField
        label="Reply"
        name="body"
        rows={6}
        maxLength={REPLY_MAX}
        required
        hint="{name} is replaced with the sender's first name."
        defaultValue={values?.body}
        error={refused?.errors.body}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          name="intent"
          value="canned-save"
          size="small"
          className="min-h-11"
          pending={intent === "canned-save"}
          pendingLabel="Saving..."
        >
          Save
        </Button>
        <Link
          to={back}
          preventScrollReset
          className={cx(buttonLook({ variant: "ghost", size: "small" }), "min-h-11")}
        >
          Back
        </Link>
        {reply && (
          <button
            type="submit"
            name="intent"
            value="canned-remove"
            className={cx(buttonLook({ variant: "ghost", size: "small" }), "ml-auto min-h-11 text-berry!")}
          >
            Delete
          </button>
        )}
      </div>
    </Form>
  );
}

type DialogProps = { title: string; closeHref: string; children: ReactNode };

/** Modal with script, part of the page without. Its address opens and closes it. */
function Dialog({ title, closeHref, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = dialog.current;
    element?.removeAttribute("open");
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="canned-title"
      onCancel={(event) => {
        event.preventDefault();
        navigate(closeHref, { preventScrollReset: true });
      }}
      className={dialogLook}
    >
      <div className="flex items-center gap-3 border-line border-b py-2 pr-2 pl-5">
        <h2 id="canned-title" className="min-w-0 flex-1 text-heading">
          {title}
        </h2>
        <CloseLink to={closeHref} />
      </div>
      <div className="overflow-y-auto p-5">{children}</div>
    </dialog>
  );
}

const dialogLook = cx(
  "fixed inset-0 z-50 m-auto max-h-[calc(100dvh-3rem)] w-[min(32rem,calc(100%-2rem))] max-w-none flex-col overflow-hidden",
  "rounded-card bg-snow p-0 text-ink shadow-lift backdrop:bg-scrim open:flex",
  "not-[:modal]:shadow-[0_0_0_100vmax_var(--color-scrim)] motion-safe:animate-appear",
);
