/** Status of a form that takes a fresh proof of who sends it: 428 Precondition Required. It can be sent again afterwards. */
export const PROOF_NEEDED = 428;
