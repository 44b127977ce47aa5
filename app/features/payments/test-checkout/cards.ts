export type CardAnswer = { approved: true } | { approved: false; message: string };

/** Pays once; what is charged to it later is declined. */
const DECLINES_LATER = "4000000000000341";
const APPROVED = ["4242424242424242", "5555555555554444", DECLINES_LATER];

const REFUSALS: Record<string, string> = {
  "4000000000000002": "Your card was declined. Please use another card.",
  "4000000000009995": "Your card has insufficient funds. Please use another card.",
};

const NOT_A_TEST_CARD = "This is a test checkout and takes no real cards. Please use 4242 4242 4242 4242.";

/** Whether the test bank refuses what is charged to a card after its first payment. */
export function declinesLater(cardNumber: string): boolean {
  return cardNumber.replaceAll(" ", "") === DECLINES_LATER;
}

/** How the test bank answers a card whose number is well-formed. No real card is ever taken. */
export function answerOf(cardNumber: string): CardAnswer {
  const digits = cardNumber.replaceAll(" ", "");
  if (APPROVED.includes(digits)) return { approved: true };
  return { approved: false, message: REFUSALS[digits] ?? NOT_A_TEST_CARD };
}
