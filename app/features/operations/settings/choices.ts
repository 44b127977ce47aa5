/** What some settings can be chosen from. */

/** Whether the text names a time zone of the IANA database. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return name !== "" && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

const known = new Set(Intl.supportedValuesOf("currency"));

/** Whether amounts can be in this currency: one that has hundredths, since amounts are kept in cents. */
export function isCurrency(code: string): boolean {
  if (!known.has(code)) return false;
  const { maximumFractionDigits } = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits === 2;
}

type Choice = { value: string; label: string };
export type Choices = { near: Choice[]; others: Choice[] };

/** Currencies by name, the usual ones of the region first. */
export function currencyChoices(): Choices {
  const names = new Intl.DisplayNames("en-US", { type: "currency" });
  const toChoice = (value: string) => ({ value, label: `${value} – ${names.of(value)}` });
  const near = ["USD", "CAD"];
  const others = Intl.supportedValuesOf("currency").filter(
    (code) => !near.includes(code) && isCurrency(code) && names.of(code) !== code,
  );
  return { near: near.map(toChoice), others: others.map(toChoice) };
}

const US_ZONES: Choice[] = [
  { value: "America/New_York", label: "Eastern – New York" },
  { value: "America/Chicago", label: "Central – Chicago" },
  { value: "America/Denver", label: "Mountain – Denver" },
  { value: "America/Phoenix", label: "Mountain – Phoenix" },
  { value: "America/Los_Angeles", label: "Pacific – Los Angeles" },
  { value: "America/Anchorage", label: "Alaska – Anchorage" },
  { value: "Pacific/Honolulu", label: "Hawaii – Honolulu" },
];

/** Time zones, those of the United States first; `current` is among them in any case. */
export function zoneChoices(current: string): Choices {
  const near = new Set(US_ZONES.map(({ value }) => value));
  const others = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);
  if (!near.has(current)) others.add(current);
  return {
    near: US_ZONES,
    others: [...others]
      .filter((zone) => !near.has(zone))
      .sort()
      .map((value) => ({ value, label: value.replaceAll("_", " ") })),
  };
}
