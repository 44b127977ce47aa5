import { PHOTO_LABELS, type PhotoView } from "~/features/fieldwork/photos/photo";

/** Photos of a visit as thumbnails that open them. `names`: say who took each. */
export function Photos({ photos, names = false }: { photos: PhotoView[]; names?: boolean }) {
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
      {photos.map(({ id, kind, taken, by, href, small }) => (
        <li key={id}>
          <a href={href} target="_blank" rel="noreferrer" className="block rounded-control">
            <img
              src={small}
              alt={`${PHOTO_LABELS[kind]}, ${taken}`}
              loading="lazy"
              className="aspect-square w-full rounded-control bg-sage-soft object-cover ring-1 ring-line"
            />
          </a>
          <p className="mt-1 text-[0.8125rem]/4 text-moss wrap-anywhere">
            {PHOTO_LABELS[kind]}
            {names && `, ${by}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
