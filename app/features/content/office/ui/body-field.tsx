import { type RefObject, useEffect, useRef } from "react";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { Field } from "~/ui/form/field";

type Props = {
  body: string;
  error: string | undefined;
  onPicture: (file: File) => void;
  /** Set to what writes something at the cursor. */
  insert: RefObject<(markdown: string) => void>;
};

/** The text in Markdown: a plain textarea, which an editor replaces once it is loaded. */
export function BodyField({ body, error, onPicture, insert }: Props) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let close: (() => void) | undefined;
    let gone = false;
    insert.current = (markdown) => {
      textarea.current?.setRangeText(markdown);
      textarea.current?.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const open = async () => {
      const { openMarkdownEditor } = await import("./markdown-editor");
      if (gone || !textarea.current || !host.current) return;
      const editor = openMarkdownEditor(textarea.current, host.current, onPicture);
      close = editor.close;
      insert.current = editor.insert;
    };
    void open().catch(() => {}); // the textarea stays
    return () => {
      gone = true;
      close?.();
    };
  }, [onPicture, insert]);
  return (
    <Field label="Text" hint={HINT} error={error}>
      {(control) => (
        <>
          <textarea
            ref={textarea}
            {...control}
            name="body"
            defaultValue={body}
            rows={24}
            className={cx(controlLook, "max-h-[70vh] min-h-64 resize-y")}
          />
          <div ref={host} />
        </>
      )}
    </Field>
  );
}

const HINT =
  "In Markdown: # for the title, ## for a heading, **bold**, [words](https://…) for a link, - for a list. " +
  "{company}, {email}, {phone}, {place}, {hours} and {state} are filled in. Pictures: below.";
