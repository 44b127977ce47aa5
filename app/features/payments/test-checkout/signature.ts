/** Seconds that a signature stays good, so that an overheard message can't be replayed later. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Splits "t=1700000000,v1=abc…"; null when it has another form. */
export function parseSignature(header: string | null): { seconds: number; digest: string } | null {
  const [, seconds, digest] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  return seconds && digest ? { seconds: Number(seconds), digest } : null;
}
