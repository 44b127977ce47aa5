import { filesOf, type SitePicture } from "~/features/content/pictures/picture";

type Props = {
  of: SitePicture;
  /** Its width on the page, as in `<img sizes>`. */
  sizes: string;
  /** For the largest picture of the first screen: loaded first. */
  priority?: boolean;
  className?: string;
};

/** A picture of the office: AVIF with WebP as fallback, with dimensions, so that nothing shifts. */
export function SitePictureView({ of, sizes, priority = false, className }: Props) {
  const { avif, webp, src } = filesOf(of);
  return (
    <picture className="contents [&>source]:hidden">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={webp} sizes={sizes} />
      <img
        src={src}
        width={of.width}
        height={of.height}
        alt={of.alt ?? ""}
        loading={priority ? "eager" : "lazy"}
        decoding={priority ? "sync" : "async"}
        fetchPriority={priority ? "high" : undefined}
        className={className}
      />
    </picture>
  );
}
