import type { ReactNode } from "react";
import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from "react-email";

export type Sender = { company_name: string; contact_email: string; phone: string };

type Props = {
  sender: Sender;
  preview: string;
  heading: string;
  action?: { label: string; url: string };
  children: ReactNode;
};

const colors = {
  paper: "#FBFAF6",
  snow: "#FFFFFF",
  ink: "#17251F",
  moss: "#55655C",
  evergreen: "#1F4D3A",
  line: "#E4E2D9",
};
const font = "Figtree, 'Helvetica Neue', Helvetica, Arial, sans-serif";

/** The one look of every mail: 600 px, the company's name, one action. */
export function MailTemplate({ sender, preview, heading, action, children }: Props) {
  return (
    <Html lang="en-US">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
      </Head>
      <Preview>{preview}</Preview>
      <Body
        style={{
          backgroundColor: colors.paper,
          fontFamily: font,
          color: colors.ink,
          margin: 0,
          padding: "24px 12px",
        }}
      >
        <Container style={{ maxWidth: 600, margin: "0 auto" }}>
          <Text style={{ fontSize: 16, fontWeight: 600, color: colors.evergreen, margin: "0 0 16px" }}>
            {sender.company_name}
          </Text>
          <Section
            style={{
              backgroundColor: colors.snow,
              border: `1px solid ${colors.line}`,
              borderRadius: 16,
              padding: "28px 28px 32px",
            }}
          >
            <Heading
              as="h1"
              style={{
                fontFamily: "Fraunces, Georgia, serif",
                fontSize: 26,
                fontWeight: 560,
                margin: "0 0 12px",
              }}
            >
              {heading}
            </Heading>
            {children}
            {action && (
              <Button
                href={action.url}
                style={{
                  backgroundColor: colors.evergreen,
                  color: colors.snow,
                  borderRadius: 10,
                  padding: "14px 22px",
                  fontSize: 16,
                  fontWeight: 600,
                  marginTop: 20,
                }}
              >
                {action.label}
              </Button>
            )}
          </Section>
          <Hr style={{ borderColor: colors.line, margin: "24px 0 12px" }} />
          <Text style={{ fontSize: 13, lineHeight: "20px", color: colors.moss, margin: 0 }}>
            {sender.company_name} · {sender.phone} · {sender.contact_email}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** A paragraph of a mail. */
export function MailText({ children }: { children: ReactNode }) {
  return <Text style={{ fontSize: 16, lineHeight: "25px", margin: "0 0 12px" }}>{children}</Text>;
}

/** A way elsewhere, inside a paragraph. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} style={{ color: "inherit", textDecoration: "underline" }}>
      {children}
    </Link>
  );
}

/** What somebody typed, line by line. */
export function MailLines({ children }: { children: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
  const lines = children.split("\n").map((line, index) => [<br key={index} />, line]);
  return <MailText>{lines.flat().slice(1)}</MailText>;
}

/** Facts as a small table: label on the left, value on the right. */
export function MailFacts({ facts }: { facts: { label: string; value: string }[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderCollapse: "collapse", margin: "8px 0" }}
    >
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <td style={{ ...cell, color: colors.moss, width: "34%" }}>{label}</td>
            <td style={{ ...cell, fontWeight: 600 }}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cell = {
  fontSize: 15,
  lineHeight: "22px",
  padding: "8px 0",
  borderTop: `1px solid ${colors.line}`,
  verticalAlign: "top",
};
