import { EmailLink, EmailPrice, EmailSmallPrint } from "./template";

/** A receipt as formatted text. */
export type ReceiptInEmail = {
  number: string;
  /** Formatted date. */
  paid_on: string;
  /** "in cash" if staff took the money; null for a provider. */
  how: string | null;
  lines: { label: string; amount: string }[];
  total: string;
  /** Page to print it. */
  url: string;
};

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
