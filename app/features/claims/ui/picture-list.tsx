import type { ClaimPicture } from "~/features/claims/claim";

/** The pictures of a claim, small; each opens whole. */
export function PictureList({ pictures }: { pictures: ClaimPicture[] }) {
  if (pictures.length === 0) return null;
  return (
    <ul aria-label="Photos" className="flex flex-wrap gap-2">
      {pictures.map(({ id, whole, small }, index) => (
        <li key={id}>
          <a
            href={whole}
            target="_blank"
            rel="noreferrer"
            className="block overflow-hidden rounded-control ring-1 ring-line"
          >
            <img
              src={small}
              alt={`${index + 1} of ${pictures.length}, opens in a new tab`}
              loading="lazy"
              className="size-24 object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
