/** Why a write verb refused; routes turn it into a response. */
export type Refusal<Reason extends string, Extra = unknown> = { ok: false; reason: Reason } & Extra;
export type Success<Value = unknown> = { ok: true } & Value;
