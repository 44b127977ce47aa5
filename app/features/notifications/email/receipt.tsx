import { EmailLink, EmailPrice, EmailSmallPrint } from "./template";

/** What was paid, as a mail says it. */
export type ReceiptInEmail = {
  number: string;
  /** The day, in words. */
  paid_on: string;
  /** "in cash", where staff took the money; null when a provider did. */
  how: string | null;
  lines: { label: string; amount: string }[];
  total: string;
  /** Where it can be printed. */
  url: string;
};

/** A receipt inside a mail: what was bought, tax, what was paid and when, and where it can be printed. */
export function EmailReceipt({ receipt }: { receipt: ReceiptInEmail }) {
  const { number, paid_on, how, lines, total, url } = receipt;
  return (
    <>
      <EmailPrice lines={lines} total={{ label: how ? `Paid ${how}` : "Paid", amount: total }} />
      <EmailSmallPrint>
        Paid on {paid_on}. Receipt {number}: <EmailLink href={url}>view or print</EmailLink>
      </EmailSmallPrint>
    </>
  );
}
