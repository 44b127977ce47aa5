import type { HomePhoto } from "~/features/customers/photos/photo";

/** The photos of a home, small, in one line where they fit; each opens whole. */
export function PhotoStrip({ photos, className = "" }: { photos: HomePhoto[]; className?: string }) {
  if (photos.length === 0) return null;
  return (
    <ul aria-label="Photos of the home" className={`flex flex-wrap gap-2 ${className}`}>
      {photos.map(({ id, caption, href, small }, index) => (
        <li key={id}>
          <a href={href} target="_blank" rel="noreferrer" className="block rounded-control">
            <img
              src={small}
              alt={`${caption ?? `Photo ${index + 1}`}, opens in a new tab`}
              title={caption ?? undefined}
              loading="lazy"
              className="size-16 rounded-control bg-sage-soft object-cover ring-1 ring-line"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
