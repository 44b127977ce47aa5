import logo from "~/assets/mail/logo.png?inline";

const LOGO = { cid: "logo", contentType: "image/png", base64: logo.replace(/^.*,/, "") };

/** Inline images of an HTML email. Many email programs block remote images, and those would reveal when the email is read. */
export function picturesOf(html: string) {
  return html.includes(`cid:${LOGO.cid}`) ? [LOGO] : [];
}

/** The logo with its own background, which email programs don't invert in dark mode. */
export function EmailLogo() {
  return <img src={`cid:${LOGO.cid}`} width={36} height={36} alt="" style={{ display: "block" }} />;
}

/** Embeds the logo in the HTML, to show the email in a browser. */
export function withLogo(html: string): string {
  return html.replaceAll(`cid:${LOGO.cid}`, logo);
}
