import type { Reason, Status } from "./backup";

export const REASONS: Record<Reason, string> = {
  manual: "Manual",
  nightly: "Nightly",
  "before restore": "Before a restore",
  "before reset": "Before a reset",
  uploaded: "Uploaded",
};

type Tone = "neutral" | "green" | "berry" | "glass";

export const STATES: Record<Status, { label: string; tone: Tone }> = {
  running: { label: "Creating", tone: "glass" },
  made: { label: "Not verified", tone: "neutral" },
  checking: { label: "Verifying", tone: "glass" },
  restoring: { label: "Restoring", tone: "glass" },
  verified: { label: "Verified", tone: "green" },
  corrupt: { label: "Damaged", tone: "berry" },
  failed: { label: "Failed", tone: "berry" },
};

const UNITS = ["KB", "MB", "GB", "TB"];

/** "640 KB", "1.2 MB": what a person would say of a file. */
export function fileSize(bytes: number): string {
  let size = Math.max(bytes, 1) / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 9.95 && unit > 0 ? size.toFixed(1) : Math.max(1, Math.round(size))} ${UNITS[unit]}`;
}
