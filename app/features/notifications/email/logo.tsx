import logo from "~/assets/mail/logo.png?inline";

const LOGO = { cid: "logo", contentType: "image/png", base64: logo.replace(/^.*,/, "") };

/**
 * The pictures that go along with a page: what would have to be fetched is not shown by many mail programs, and tells who
 * reads when.
 */
export function picturesOf(html: string) {
  return html.includes(`cid:${LOGO.cid}`) ? [LOGO] : [];
}

/** The logo on ground of its own, which no mail program inverts: it looks the same by day and by night. */
export function EmailLogo() {
  return <img src={`cid:${LOGO.cid}`} width={36} height={36} alt="" style={{ display: "block" }} />;
}

/** A mail with the logo in its page, to be looked at outside a mail program. */
export function withLogo(html: string): string {
  return html.replaceAll(`cid:${LOGO.cid}`, logo);
}
