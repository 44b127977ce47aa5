import { formatMonth } from "~/lib/dates";

type Month = { month: string; value: number; label: string };

/** One bar a month; the last month is still running. Read out as its highest and its latest value. */
export function Bars({ title, months }: { title: string; months: Month[] }) {
  const highest = months.toSorted((a, b) => b.value - a.value)[0];
  const latest = months.at(-1);
  const top = Math.max(highest?.value ?? 0, 1);
  const step = 100 / Math.max(months.length, 1);
  if (!highest || !latest) return null;
  return (
    <figure>
      <figcaption className="mb-2 flex items-baseline justify-between gap-3 text-[0.9375rem]/5">
        <span className="font-semibold">{title}</span>
        {highest.value > 0 && (
          <span className="text-[0.8125rem]/5 text-moss tabular-nums">
            Highest: {highest.label} in {formatMonth(highest.month)}
          </span>
        )}
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: the highest is ${highest.label} in ${formatMonth(highest.month)}; ${formatMonth(latest.month)} so far has ${latest.label}.`}
        className="h-28 w-full border-line border-b sm:h-32"
      >
        {months.map(({ month, value, label }, index) => {
          const height = Math.max(value, 0) / top;
          return (
            <g key={month}>
              <title>{`${formatMonth(month)}: ${label}`}</title>
              <rect x={`${index * step}%`} width={`${step}%`} height="100%" className="fill-transparent" />
              <rect
                x={`${(index + 0.16) * step}%`}
                width={`${0.68 * step}%`}
                y={`${(1 - height) * 100}%`}
                height={`${height * 100}%`}
                rx="3"
                className={index === months.length - 1 ? "fill-evergreen-400" : "fill-evergreen-700"}
              />
            </g>
          );
        })}
      </svg>
      <div aria-hidden className="mt-1.5 grid grid-cols-12 text-center text-[0.75rem]/4 text-moss">
        {months.map(({ month }) => (
          <span key={month}>{formatMonth(month).slice(0, 3)}</span>
        ))}
      </div>
    </figure>
  );
}
