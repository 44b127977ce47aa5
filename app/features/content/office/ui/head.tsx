import { Link } from "react-router";
import { CONTENT_PAGE, NEW_TEXT, type TextKey } from "~/features/content/texts/text";
import { CopyField } from "~/ui/action/copy-field";
import { IntentButton } from "~/ui/action/intent-button";
import { BackLink } from "~/ui/page/back-link";
import type { EditorPage } from "../view";
import { TextStatus } from "./status";

type Props = { of: TextKey; page: EditorPage; preview: string | null };

/** Which text it is, where it stands, and what can be done with it besides editing. */
export function TextHead({ of, page, preview }: Props) {
  const isOpening = of.kind === "opening";
  const off = isOpening ? "Close this opening" : "Take off the site";
  return (
    <div className="grid gap-3">
      <div>
        <BackLink to={CONTENT_PAGE} label="Blog and site content" />
        <h1 className="text-title wrap-anywhere">{of.number === NEW_TEXT ? `New ${of.kind}` : page.title}</h1>
      </div>
      {of.number !== NEW_TEXT && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <TextStatus {...page.status} />
          {page.status.saved && <span className="text-[0.9375rem] text-moss">Saved {page.status.saved}</span>}
          {page.seen > 0 && (
            <Link to={`${CONTENT_PAGE}/${page.name}/versions`} className={linkLook}>
              Versions
            </Link>
          )}
          {page.path && (
            <a href={page.path} className={linkLook}>
              Read on the site
            </a>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {page.status.planned && (
          <IntentButton intent="unplan" pending={false}>
            Don’t publish it then
          </IntentButton>
        )}
        {page.published !== null && (
          <IntentButton intent="unpublish" pending={false}>
            {page.ships ? "Show the text that ships again" : off}
          </IntentButton>
        )}
        {of.number !== null && page.ships && (
          <IntentButton intent={page.hidden ? "show" : "hide"} pending={false}>
            {page.hidden ? (isOpening ? "Open it again" : "Put back on the site") : off}
          </IntentButton>
        )}
      </div>
      {preview && (
        <details className="max-w-2xl">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-evergreen-700">
            Preview link
          </summary>
          <CopyField label="Anybody with this link can read the newest version for 7 days" value={preview} />
        </details>
      )}
    </div>
  );
}

const linkLook =
  "inline-flex min-h-11 items-center font-medium text-evergreen-700 underline-offset-4 hover:underline";
