import { createContext, useContext } from "react";
import logo from "~/assets/mail/logo.png?inline";
import { COLORS } from "./theme";

const LOGO = { cid: "logo", contentType: "image/png", base64: logo.replace(/^.*,/, "") };

/** Inline images of an HTML email. Many email programs block remote images, and those would reveal when the email is read. */
export function picturesOf(html: string) {
  return html.includes(`cid:${LOGO.cid}`) ? [LOGO] : [];
}

/** The company's letters in place of the logo; null: the birch. */
export const EmailLetters = createContext<string | null>(null);

/** The logo with its own background, which email programs don't invert in dark mode. */
export function EmailLogo() {
  const letters = useContext(EmailLetters);
  if (letters !== null) {
    return (
      <div aria-hidden="true" data-skip-in-text="true" className="action" style={tileLook}>
        {letters}
      </div>
    );
  }
  return <img src={`cid:${LOGO.cid}`} width={36} height={36} alt="" style={{ display: "block" }} />;
}

const tileLook = {
  width: 36,
  height: 36,
  lineHeight: "36px",
  borderRadius: 9,
  backgroundColor: COLORS.evergreen,
  color: COLORS.snow,
  fontFamily: "Georgia, 'Times New Roman', serif",
  fontSize: 16,
  fontWeight: 600,
  textAlign: "center",
} as const;

/** Embeds the logo in the HTML, to show the email in a browser. */
export function withLogo(html: string): string {
  return html.replaceAll(`cid:${LOGO.cid}`, logo);
}
