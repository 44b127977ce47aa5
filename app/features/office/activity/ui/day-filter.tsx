import { controlLook } from "~/ui/control-look";
import { cx } from "~/ui/cx";

/** One day, company time; empty for all. */
export function DayFilter({ value }: { value: string }) {
  return (
    <input
      key={value}
      type="date"
      name="day"
      defaultValue={value}
      aria-label="Day"
      className={cx(controlLook, "w-auto!")}
    />
  );
}
