import { MailLink, MailPrice, MailSmallPrint } from "./template";

/** What was paid, as a mail says it. */
export type ReceiptInMail = {
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
export function MailReceipt({ receipt }: { receipt: ReceiptInMail }) {
  const { number, paid_on, how, lines, total, url } = receipt;
  return (
    <>
      <MailPrice lines={lines} total={{ label: how ? `Paid ${how}` : "Paid", amount: total }} />
      <MailSmallPrint>
        Paid on {paid_on}. Receipt {number}: <MailLink href={url}>view or print</MailLink>
      </MailSmallPrint>
    </>
  );
}
