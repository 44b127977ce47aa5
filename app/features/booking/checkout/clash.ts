import type { SlotTime } from "~/features/scheduling/availability/slots";

/** Company time: "2026-12-01", "10:00 AM". */
export type Place = { date: string; time: SlotTime };

/** A visit that can't be when the plan wants it, and where it could be; null: nowhere near, staff call about it. */
export type Clash = Place & { visit: number; why: string; proposal: Place | null };

/** A visit of a plan as it would be laid out. `clash` tells why not at its own time. */
export type PreviewVisit = Place & { visit: number; clash: Pick<Clash, "why" | "proposal"> | null };
