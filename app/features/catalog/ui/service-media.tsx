import { BirchScene } from "~/ui/birch-scene";
import { Picture } from "~/ui/picture";
import { isPicture } from "~/ui/pictures";
import type { Service } from "../service";

/** The service's picture, or a drawn landscape where it has none. */
export function ServiceMedia({
  service,
  sizes,
  className,
}: {
  service: Service;
  sizes: string;
  className?: string;
}) {
  if (isPicture(service.image)) return <Picture of={service.image} sizes={sizes} className={className} />;
  return <BirchScene variant={service.id.length} className={className} />;
}
