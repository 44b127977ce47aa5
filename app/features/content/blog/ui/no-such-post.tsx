import { Picture } from "~/ui/picture";

/** The scene beside 'Blog Post Not Found'. */
export function NoSuchPost() {
  return (
    <Picture
      of="home-tips"
      sizes="(min-width: 80rem) 38rem, (min-width: 48rem) 50vw, 100vw"
      priority
      className="aspect-4/3 w-full rounded-card object-cover"
    />
  );
}
