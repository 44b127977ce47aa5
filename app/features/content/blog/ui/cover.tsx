import type { Post } from "~/features/content/blog/article";
import { SitePictureView } from "~/features/content/pictures/ui/site-picture";
import { Picture } from "~/ui/art/picture";
import { isPicture } from "~/ui/art/pictures";

/** Whether an article has a picture that is there. */
export function hasCover({ image, cover }: Post): boolean {
  return Boolean(cover) || isPicture(image ?? null);
}

type Props = { of: Post; sizes: string; className: string };

/** The cover picture of an article: one of the site's, or one of the office's. */
export function Cover({ of: { image = null, cover }, ...look }: Props) {
  if (cover) return <SitePictureView of={cover} priority {...look} />;
  return isPicture(image) && <Picture of={image} priority {...look} />;
}
