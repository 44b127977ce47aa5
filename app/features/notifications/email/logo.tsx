import { createContext, useContext } from "react";
import logo from "~/assets/mail/logo.png?inline";
import type { Brand, Logo } from "~/features/operations/settings/brand/brand";
import { isWordmark } from "~/lib/wordmark";
import { COLORS } from "./theme";

const LOGO = { cid: "logo", contentType: "image/png", base64: logo.replace(/^.*,/, "") };

/** Inline images of an HTML email. Many email programs block remote images, and those would reveal when the email is read. */
export function picturesOf(html: string) {
  return html.includes(`"cid:${LOGO.cid}"`) ? [LOGO] : [];
}

/** The company's logo or letters; null: the birch. */
export const EmailBrand = createContext<Pick<Brand, "logo" | "letters"> | null>(null);

/** Pixels of a logo in emails, without its white margin (platform/files/logo.server.ts makes it twice as large). */
const MOST = { width: 232, height: 36 };
const MARGIN = 8;

/** The company's logo, if it is so wide that it says the name itself. */
export function useWordmark() {
  const logo = useContext(EmailBrand)?.logo;
  return logo && isWordmark(logo) ? logo : null;
}

function OwnLogo({ width, height, small_sha256, alt }: Logo & { alt: string }) {
  const scale = Math.min(MOST.width / width, MOST.height / height);
  return (
    <img
      src={`cid:logo-${small_sha256}`}
      width={Math.round(width * scale) + MARGIN}
      height={Math.round(height * scale) + MARGIN}
      alt={alt}
      style={{ display: "block", borderRadius: 8 }}
    />
  );
}

/** The logo with its own background, which email programs don't invert in dark mode. */
export function EmailLogo({ alt = "" }: { alt?: string }) {
  const { logo = null, letters = null } = useContext(EmailBrand) ?? {};
  if (logo) return <OwnLogo {...logo} alt={alt} />;
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
  return html.replaceAll(`"cid:${LOGO.cid}"`, `"${logo}"`);
}
