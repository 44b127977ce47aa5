import { type CSSProperties, createContext, type ReactNode, useContext } from "react";
import { Button, Head, Html, Link, Text } from "react-email";
import { greeting } from "~/lib/email-words";
import { phoneHref } from "~/lib/phone";
import { addressLines, type CompanyAddress } from "~/lib/postal-address";
import { EmailLogo, useWordmark } from "./logo";
import { COLORS, EMAIL_CSS, OUTLOOK_CSS } from "./theme";

export type Sender = {
  company_name: string;
  contact_email: string;
  phone: string;
  address: CompanyAddress;
};

type Props = {
  sender: Sender;
  preview: string;
  heading: string;
  action?: { label: string; url: string };
  /** Content below the action, such as other links and how to unsubscribe. */
  after?: ReactNode;
  /** The language of the content; American English if not said. */
  lang?: string;
  children: ReactNode;
};

const SANS = "Figtree, 'Helvetica Neue', Helvetica, Arial, sans-serif";
const SERIF = "Fraunces, Georgia, 'Times New Roman', serif";

/** Notice at the top of an email, such as that its payment is a test. */
export const EmailNotice = createContext<string | null>(null);

/** Layout of every email: 600 px, logo, one action. `theme.ts` has its dark colors. */
export function EmailTemplate({ sender, preview, heading, action, after, lang = "en-US", children }: Props) {
  const notice = useContext(EmailNotice);
  const address = addressLines(sender.address).join(", ");
  const phone = phoneHref(sender.phone);
  return (
    <Html lang={lang}>
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{EMAIL_CSS}</style>
        <style>{OUTLOOK_CSS}</style>
      </Head>
      <Preview text={notice ? `${notice} ${preview}` : preview} />
      <body className="paper" style={{ backgroundColor: COLORS.paper, color: COLORS.ink, margin: 0 }}>
        <Sheet className="page paper" style={{ fontFamily: SANS, padding: "28px 12px 36px" }}>
          <Letterhead name={sender.company_name} />
          <Sheet className="card ink" style={cardLook}>
            {notice && <Text style={noticeLook}>{notice}</Text>}
            <h1
              style={{
                fontFamily: SERIF,
                fontSize: 26,
                lineHeight: "33px",
                fontWeight: 560,
                margin: "0 0 14px",
              }}
            >
              {heading}
            </h1>
            {children}
            {action && (
              <Button className="action" href={action.url} style={actionLook}>
                {action.label}
              </Button>
            )}
            {after && <div style={{ paddingTop: 20 }}>{after}</div>}
          </Sheet>
          <Text
            className="moss"
            style={{ fontSize: 13, lineHeight: "20px", color: COLORS.moss, margin: "20px 4px 0" }}
          >
            {sender.company_name} ·{" "}
            {phone && (
              <>
                <Quiet href={phone}>{sender.phone}</Quiet> ·{" "}
              </>
            )}
            <Quiet href={`mailto:${sender.contact_email}`}>{sender.contact_email}</Quiet>
            {address && <br />}
            {address}
          </Text>
        </Sheet>
      </body>
    </Html>
  );
}

/** Preview text in a mailbox. Spaces pad it, so that the content doesn't follow it. */
function Preview({ text }: { text: string }) {
  const line = text.slice(0, PREVIEW_LENGTH);
  return (
    <div data-skip-in-text="true" style={{ display: "none", overflow: "hidden", maxHeight: 0, opacity: 0 }}>
      {line}
      {"\u00a0\u200c".repeat(PREVIEW_LENGTH - line.length)}
    </div>
  );
}

const PREVIEW_LENGTH = 120;

const cardLook = {
  backgroundColor: COLORS.snow,
  color: COLORS.ink,
  border: `1px solid ${COLORS.line}`,
  borderRadius: 16,
  padding: "30px 32px 34px",
};

/** Dark on light in dark mode too. */
const noticeLook = {
  backgroundColor: COLORS.notice,
  color: COLORS.noticeInk,
  borderRadius: 8,
  padding: "10px 14px",
  fontSize: 15,
  lineHeight: "22px",
  fontWeight: 600,
  margin: "0 0 18px",
};

const actionLook = {
  backgroundColor: COLORS.evergreen,
  color: COLORS.snow,
  borderRadius: 10,
  padding: "14px 22px",
  fontSize: 16,
  fontWeight: 600,
  marginTop: 14,
};

type SheetProps = { className: string; style: CSSProperties; children: ReactNode };

/** A table with one cell, at most 600 px wide: the only box that every email program renders. */
function Sheet({ className, style, children }: SheetProps) {
  return (
    <table {...LAYOUT} align="center" style={{ maxWidth: 600, margin: "0 auto", borderCollapse: "separate" }}>
      <tbody>
        <tr>
          <td className={className} style={{ overflowWrap: "anywhere", wordBreak: "break-word", ...style }}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Letterhead({ name }: { name: string }) {
  if (useWordmark()) {
    return (
      <div style={{ margin: "0 4px 18px" }}>
        <EmailLogo alt={name} />
      </div>
    );
  }
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: "0 4px 18px" }}>
      <tbody>
        <tr>
          <td style={{ paddingRight: 10 }}>
            <EmailLogo />
          </td>
          <td className="ink" style={{ fontFamily: SERIF, fontSize: 18, fontWeight: 560, color: COLORS.ink }}>
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const LAYOUT = { role: "presentation", width: "100%", cellPadding: 0, cellSpacing: 0 } as const;

function Quiet({ href, children }: { href: string; children: string }) {
  return (
    <Link className="moss" href={href} style={{ color: COLORS.moss, textDecoration: "none" }}>
      {children}
    </Link>
  );
}

export function EmailText({ children }: { children: ReactNode }) {
  return <Text style={{ fontSize: 16, lineHeight: "25px", margin: "0 0 12px" }}>{children}</Text>;
}

/** "Hi Ada,": the first line of emails to a person. */
export function EmailGreeting({ name }: { name: string | null }) {
  return <EmailText>{greeting(name)}</EmailText>;
}

export function EmailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="ink" href={href} style={{ color: COLORS.ink, textDecoration: "underline" }}>
      {children}
    </Link>
  );
}

/** Text that somebody typed, with its line breaks. */
export function EmailLines({ children }: { children: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
  const lines = children.split("\n").map((line, index) => [<br key={index} />, line]);
  return <EmailText>{lines.flat().slice(1)}</EmailText>;
}

/** A table of labels and values. */
export function EmailFacts({ facts }: { facts: { label: string; value: string }[] }) {
  return (
    <table {...LAYOUT} style={listLook}>
      <tbody>
        {facts.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts never move, and two may have one label
          <tr key={index} className="fact">
            <td className="line moss" style={{ ...cell, color: COLORS.moss, width: "32%", paddingRight: 12 }}>
              {label}
            </td>
            <td className="line" style={{ ...cell, fontWeight: 600 }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Price lines with the total below. */
export function EmailPrice({ lines, total }: { lines: PriceLine[]; total: PriceLine }) {
  return (
    <table {...LAYOUT} style={listLook}>
      <tbody>
        {[...lines, total].map(({ label, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <tr key={index} className="fact" style={{ fontWeight: index === lines.length ? 600 : 400 }}>
            <td className="line" style={{ ...cell, paddingRight: 12 }}>
              {label}
            </td>
            <td className="line" align="right" style={{ ...cell, whiteSpace: "nowrap" }}>
              {amount}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type PriceLine = { label: string; amount: string };

export function EmailSmallPrint({ children }: { children: ReactNode }) {
  return (
    <Text
      className="moss"
      style={{ fontSize: 14, lineHeight: "21px", color: COLORS.moss, margin: "0 0 14px" }}
    >
      {children}
    </Text>
  );
}

const listLook = { borderCollapse: "collapse", margin: "10px 0 16px" } as const;

const cell = {
  fontSize: 15,
  lineHeight: "22px",
  padding: "9px 0",
  borderTop: `1px solid ${COLORS.line}`,
  verticalAlign: "top",
};
