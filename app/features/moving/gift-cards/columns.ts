import type { Columns } from "~/features/moving/columns";

/** What a column of a gift card can hold. */
const FIELDS = {
  code: "Gift card code (sealed)",
  balance: "Balance that is left",
  buyer_name: "Buyer",
  buyer_email: "Buyer’s email",
  recipient_name: "Recipient",
  recipient_email: "Recipient’s email",
  message: "Message",
  bought_on: "Bought on",
  expires_on: "Expires on",
} as const;
export type Field = keyof typeof FIELDS;

/** No program documents such a file; these are the words of their screens and of spreadsheets. */
const HEADINGS: Record<Field, string> = {
  code: "Code, Gift card code, Gift code, Gift card, Gift card number, Card number, Card code, Gift certificate, Certificate number, Voucher code, Redemption code",
  balance:
    "Balance, Remaining balance, Remaining, Remaining amount, Amount left, Gift card balance, Current balance, Available balance, Remaining value",
  buyer_name:
    "Buyer, Buyer name, Purchaser, Purchased by, Purchaser name, From, Sender, Sender name, Customer, Customer name",
  buyer_email: "Buyer email, Purchaser email, From email, Sender email, Customer email",
  recipient_name: "Recipient, Recipient name, To, Gift to, For, Receiver, Receiver name",
  recipient_email: "Recipient email, To email, Receiver email, Gift email, Email",
  message: "Message, Gift message, Personal message",
  bought_on:
    "Bought on, Purchased, Purchased on, Purchase date, Date, Created, Created at, Issued, Issued on, Issue date, Sold on",
  expires_on:
    "Expires, Expires on, Expiry, Expiry date, Expiration, Expiration date, Valid until, Expires at",
};

export const GIFT_CARD_COLUMNS: Columns<Field> = {
  fields: FIELDS,
  headings: HEADINGS,
  many: [],
  sealed: ["code"],
  signs: {},
  whyNot(has) {
    if (!has("code")) return "Choose the column that has the codes of the gift cards.";
    return has("balance") ? null : "Choose the column that has the balances that are left.";
  },
};
