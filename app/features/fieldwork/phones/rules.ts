import type { Language } from "~/features/fieldwork/messages/language";
import { cleanLine } from "~/lib/text";

/** How long the link lets a phone in. */
export const INVITATION_DAYS = 7;
/** How long a phone stays open after its PIN: a long working day. */
export const UNLOCKED_HOURS = 14;
/** A phone ends after this many wrong PINs in a row. */
export const PIN_TRIES = 5;
export const PIN_DIGITS = 6;
/** How often it is noted that a phone was seen. */
export const SEEN_EVERY_SECONDS = 60;

/** What the key of an invitation's link signs. */
export const invitationSubject = (id: string) => `crew-invitation:${id}`;

/** The address that lets a phone in. */
export function joinPath(id: string, key: string): string {
  return `/crew/join?${new URLSearchParams({ invitation: id, key })}`;
}

export type CrewInvitation = { expires_at: Temporal.Instant; used_at: Temporal.Instant | null };

/** Where an invitation stands. */
export function invitationState({ expires_at, used_at }: CrewInvitation, now: Temporal.Instant) {
  if (used_at) return "used";
  return Temporal.Instant.compare(now, expires_at) < 0 ? "open" : "expired";
}

export type PhoneTimes = { unlocked_until: Temporal.Instant; ended_at: Temporal.Instant | null };

/** What a phone may do now: `locked` asks for the PIN, `ended` is let in no more. */
export function phoneState({ unlocked_until, ended_at }: PhoneTimes, now: Temporal.Instant) {
  if (ended_at) return "ended";
  return Temporal.Instant.compare(now, unlocked_until) < 0 ? "open" : "locked";
}

export type UnlockDecision = { do: "open" } | { do: "refuse"; left: number } | { do: "end" };

/** What a PIN does to a locked phone that has `misses` wrong ones behind it. */
export function decideUnlock(isRight: boolean, misses: number): UnlockDecision {
  if (isRight) return { do: "open" };
  const left = PIN_TRIES - misses - 1;
  return left > 0 ? { do: "refuse", left } : { do: "end" };
}

const EASY = ["123456", "654321", "123123", "112233"];

/** Why a PIN can't be chosen; null if it can. `weak`: one digit six times, or one of the first that anybody tries. */
export function whyNotPin(pin: string): "digits" | "weak" | null {
  if (!new RegExp(`^\\d{${PIN_DIGITS}}$`).test(pin)) return "digits";
  return new Set(pin).size === 1 || EASY.includes(pin) ? "weak" : null;
}

/** The digits of a PIN as somebody typed it, with or without spaces. */
export function pinOf(typed: string | undefined): string {
  return cleanLine(typed ?? "").replaceAll(/[\s-]/g, "");
}

/** A phone as the office sees it. Times are formatted in company time. */
type PhoneRow = {
  id: string;
  name: string;
  joined: string;
  seen: string;
  /** Whether it hears of changes while it is locked. */
  listens: boolean;
  /** When it was ended, whether by wrong PINs, and whether it has wiped what it kept; null while it is let in. */
  ended: { at: string; by_pin: boolean; wiped: boolean } | null;
};

export type MemberPhones = {
  id: string;
  name: string;
  email: string | null;
  language: Language;
  crew: { id: string; name: string };
  phones: PhoneRow[];
  /** The link that was not used yet. */
  invitation: { url: string; until: string; expired: boolean; qr: string } | null;
};
