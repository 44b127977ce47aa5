import { isPicture, pictureNames } from "~/ui/art/pictures";

/** The pictures that a service or an extra can have, with their names for staff. */
export const PICTURE_CHOICES = Object.entries(pictureNames).flatMap(([key, name]) =>
  isPicture(key) ? [{ key, name }] : [],
);
