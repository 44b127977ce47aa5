import type { AreaMap } from "~/features/scheduling/roads/map";
import { cx } from "~/ui/cx";

type Props = {
  map: AreaMap;
  /** What it shows, for those who don't see it. */
  label: string;
  /** Circles at the map's marks: how large each is, in the map's units, and its name. */
  circles?: { radius: number; name?: string }[];
  className?: string;
};

/** ZIP codes by their middles: the service area is shaded, with a dot for each ZIP code; north is up. */
export function ZipMap({ map, label, circles = [], className }: Props) {
  const { width, height, shade, dots, base, marks } = map;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className={cx(
        "block h-auto w-full rounded-control bg-evergreen-50 ring-1 ring-line ring-inset",
        className,
      )}
    >
      {shade && (
        <path
          d={shade.path}
          fill="none"
          strokeLinecap="round"
          strokeWidth={shade.thickness}
          className="stroke-evergreen-200"
        />
      )}
      <path d={dots} fill="none" strokeLinecap="round" strokeWidth={5} className="stroke-evergreen-600" />
      {base && (
        <>
          <circle cx={base.x} cy={base.y} r={7} className="fill-sunlight stroke-ink" strokeWidth={2} />
          <MapName x={base.x} y={base.y} away={14}>
            {base.zip}
          </MapName>
        </>
      )}
      {circles.map(({ radius }, index) => {
        const spot = marks[index];
        return (
          spot && (
            <circle
              key={`${spot.x} ${spot.y} ${radius}`}
              cx={spot.x}
              cy={spot.y}
              r={radius}
              strokeWidth={2}
              className="fill-sunlight/70 stroke-honey-ink"
            />
          )
        );
      })}
      {circles.map(({ radius, name }, index) => {
        const spot = marks[index];
        return (
          spot &&
          name && (
            <MapName key={name} x={spot.x} y={spot.y} away={radius + 7}>
              {name}
            </MapName>
          )
        );
      })}
    </svg>
  );
}

type NameProps = { x: number; y: number; away: number; children: string };

/** Beside its place, on the side that has room for it. */
function MapName({ x, y, away, children }: NameProps) {
  const isRight = x < 540;
  return (
    <text
      x={isRight ? x + away : x - away}
      y={y + 8}
      textAnchor={isRight ? "start" : "end"}
      strokeWidth={4}
      paintOrder="stroke"
      className="fill-ink stroke-evergreen-50 font-semibold text-[1.375rem] tabular-nums"
    >
      {children}
    </text>
  );
}
