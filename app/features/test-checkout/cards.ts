export type CardAnswer = { approved: true } | { approved: false; message: string };

const APPROVED = ["4242424242424242", "5555555555554444"];

const REFUSALS: Record<string, string> = {
  "4000000000000002": "Your card was declined. Please use another card.",
  "4000000000009995": "Your card has insufficient funds. Please use another card.",
};

const NOT_A_TEST_CARD = "This is a test checkout and takes no real cards. Please use 4242 4242 4242 4242.";

/** How the test bank answers a card whose number is well-formed. No real card is ever taken. */
export function answerOf(cardNumber: string): CardAnswer {
  const digits = cardNumber.replaceAll(" ", "");
  if (APPROVED.includes(digits)) return { approved: true };
  return { approved: false, message: REFUSALS[digits] ?? NOT_A_TEST_CARD };
}
