import { type LengthField, LONGEST_VISIT } from "~/features/catalog/pricing";

/** "about 3 h 45 min". */
export function formatLength(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return `about ${[hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ")}`;
}

/** "3 hours", "3 hours 15 minutes". */
export function formatDuration(hours: number): string {
  const whole = Math.floor(hours);
  const minutes = Math.round((hours - whole) * 60);
  const parts = [
    whole > 0 && `${whole} ${whole === 1 ? "hour" : "hours"}`,
    minutes > 0 && `${minutes} minutes`,
  ];
  return parts.filter(Boolean).join(" ");
}

const ASK = "ask us for an estimate on the contact page.";
const WAYS: Record<LengthField, string> = {
  extras: `Choose fewer extras, or ${ASK}`,
  bedrooms: `Please ${ASK}`,
  hours: `Choose fewer hours, or ${ASK}`,
};

/** What to do about a visit that this input makes longer than can be booked. */
export function tooLongText(minutes: number, field: LengthField): string {
  const most = `For more than ${LONGEST_VISIT / 60} hours, we need to see your home first.`;
  return `This visit would take ${formatLength(minutes)}. ${most} ${WAYS[field]}`;
}

/** What to do about a home that is larger than can be booked. */
export const TOO_LARGE_TEXT = `We need to see your home first. ${WAYS.bedrooms}`;
