import { BirchScene } from "~/ui/birch-scene";
import { Picture } from "~/ui/picture";
import { isPicture } from "~/ui/pictures";
import type { Service } from "../service";

/** The service's picture, or a drawn landscape where it has none. */
export function ServiceMedia({
  service,
  className,
  ...picture
}: {
  service: Service;
  sizes: string;
  priority?: boolean;
  className?: string;
}) {
  if (isPicture(service.image)) return <Picture of={service.image} className={className} {...picture} />;
  return <BirchScene variant={service.id.length} className={className} />;
}
