/**
 * What stands beside the company's name: its logo, its letters on a tile of the accent, or the birch without any.
 *
 *   <BrandMark brand={company.brand} className="size-8" />
 *   <BrandName brand={company.brand} name={company.company_name} mark="size-9" wide="h-9 max-w-44">
 *     <span>{company.company_name}</span>
 *   </BrandName>                     a wide logo stands for mark and name
 */
import type { ReactNode } from "react";
import { isWordmark } from "~/lib/wordmark";
import { cx } from "~/ui/cx";
import { LogoMark } from "./logo-mark";

export type BrandLook = {
  /** `src`: its address. Pixels. */
  logo: { src: string; width: number; height: number } | null;
  letters: string | null;
};

/** Decoration: the name stands beside it. */
export function BrandMark({ brand, className }: { brand: BrandLook; className?: string }) {
  const { logo, letters } = brand;
  if (logo) return <LogoPicture {...logo} alt="" className={className} />;
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

type NameProps = {
  brand: BrandLook;
  name: string;
  /** Classes of the mark, and of a logo that is wide. */
  mark: string;
  wide: string;
  /** The name as text. */
  children: ReactNode;
};

/** Mark and name; a wide logo stands for both. */
export function BrandName({ brand, name, mark, wide, children }: NameProps) {
  const { logo } = brand;
  if (logo && isWordmark(logo)) return <LogoPicture {...logo} alt={name} className={wide} />;
  return (
    <>
      <BrandMark brand={brand} className={mark} />
      {children}
    </>
  );
}

type PictureProps = NonNullable<BrandLook["logo"]> & { alt: string; className?: string };

function LogoPicture({ src, width, height, alt, className }: PictureProps) {
  return (
    <img
      src={src}
      width={Math.round(width)}
      height={Math.round(height)}
      alt={alt}
      className={cx("logo-plate object-contain", className)}
    />
  );
}
