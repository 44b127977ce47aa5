/**
 * A picture of pictures.ts: AVIF with WebP as fallback, with dimensions, so that nothing shifts.
 *
 *   <Picture of="hero" sizes="(min-width: 64rem) 80vw, 120vw" priority className="size-full object-cover" />
 *
 * sizes     its width on the page, as in `<img sizes>`
 * priority  for the largest picture of the first screen: loaded first
 * alt       replaces the picture's own text; "" when the text beside it says the same
 */
import { cx } from "~/ui/cx";
import { type PictureKey, pictures } from "./pictures";

type Props = { of: PictureKey; sizes: string; priority?: boolean; alt?: string; className?: string };

export function Picture({ of, sizes, priority = false, alt, className }: Props) {
  const picture = pictures[of];
  const { avif, webp } = picture.files.sources;
  const { src, w, h } = picture.files.img;
  return (
    <picture className="contents [&>source]:hidden">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={webp} sizes={sizes} />
      <img
        src={src}
        width={w}
        height={h}
        alt={alt ?? picture.alt}
        loading={priority ? "eager" : "lazy"}
        decoding={priority ? "sync" : "async"}
        fetchPriority={priority ? "high" : undefined}
        className={cx(picture.ground, className)}
      />
    </picture>
  );
}
