/**
 * What stands beside the company's name: its letters on a tile of the accent, or the birch without any.
 *
 *   <BrandMark letters={company.brand.letters} className="size-8" />
 */
import { LogoMark } from "./logo-mark";

export function BrandMark({ letters, className }: { letters: string | null; className?: string }) {
  if (letters === null) return <LogoMark className={className} />;
  const size = [...letters].length > 1 ? 15 : 19;
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-evergreen-700" />
      <text
        x="16"
        y={16 + size * 0.355}
        fontSize={size}
        fontWeight="600"
        textAnchor="middle"
        className="fill-snow font-display"
      >
        {letters}
      </text>
    </svg>
  );
}
