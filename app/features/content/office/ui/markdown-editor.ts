import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { markdown } from "@codemirror/lang-markdown";
import { defaultHighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/**
 * Puts an editor for Markdown in the place of a textarea, which keeps the text for the form. Its styles stand in a shadow root,
 * where the site's Content-Security-Policy lets script add them. Returns what takes it away again, and what
 * writes something at the cursor. `onPicture` gets a picture that is dropped or pasted.
 */
export function openMarkdownEditor(
  textarea: HTMLTextAreaElement,
  host: HTMLElement,
  onPicture: (file: File) => void,
): { close: () => void; insert: (text: string) => void } {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const describedBy = textarea.getAttribute("aria-describedby");
  const description =
    describedBy && textarea.ownerDocument.getElementById(describedBy.split(" ")[0] ?? "")?.textContent;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: textarea.value,
      extensions: [
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]), // Tab leaves the editor, as in a textarea
        markdown(),
        syntaxHighlighting(defaultHighlightStyle),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          "aria-label": textarea.labels?.[0]?.textContent ?? "Text",
          ...(description && { "aria-description": description }),
          ...(textarea.getAttribute("aria-invalid") && { "aria-invalid": "true" }),
          spellcheck: "true",
          autocapitalize: "sentences",
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return;
          textarea.value = state.doc.toString();
          textarea.dispatchEvent(new Event("input", { bubbles: true }));
        }),
        look,
        EditorView.domEventHandlers({
          drop: (event) => take(event, event.dataTransfer, onPicture),
          paste: (event) => take(event, event.clipboardData, onPicture),
        }),
      ],
    }),
  });
  const focus = () => view.focus();
  textarea.addEventListener("focus", focus);
  textarea.hidden = true;
  textarea.labels?.[0]?.addEventListener("click", focus);
  const close = () => {
    textarea.removeEventListener("focus", focus);
    textarea.labels?.[0]?.removeEventListener("click", focus);
    textarea.hidden = false;
    view.destroy();
  };
  const insert = (text: string) => {
    view.dispatch(view.state.replaceSelection(text));
    view.focus();
  };
  return { close, insert };
}

/** Takes the first picture among what is dropped or pasted; whether there was one. */
function take(
  event: { preventDefault: () => void },
  data: DataTransfer | null,
  onPicture: (file: File) => void,
): boolean {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
  if (!file) return false;
  event.preventDefault();
  onPicture(file);
  return true;
}

const look = EditorView.theme({
  "&": {
    border: "1px solid var(--color-line-strong)",
    borderRadius: "0.625rem",
    backgroundColor: "var(--color-snow)",
    color: "var(--color-ink)",
    fontSize: "1rem",
  },
  "&.cm-focused": { outline: "3px solid var(--color-sunlight)", borderColor: "var(--color-evergreen-700)" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "1.6", maxHeight: "70vh", minHeight: "16rem" },
  ".cm-content": { padding: "0.75rem 0", caretColor: "var(--color-ink)" },
  ".cm-line span": { color: "inherit !important" }, // readable in dark mode too
  ".cm-line": { padding: "0 0.875rem" },
});
