import { isPicture, type PictureKey } from "~/ui/art/pictures";

const NAMES: Record<PictureKey, string> = {
  "service-regular": "Kitchen",
  "service-deep": "Bathroom",
  "service-move": "Empty room",
  "service-commercial": "Office",
  "service-exterior": "House",
  "home-tips": "Entryway",
  hero: "Living room",
  supplies: "Supplies",
  team: "Aprons",
};

/** The pictures that a service or an extra can have, with their names for staff. */
export const PICTURE_CHOICES = Object.entries(NAMES).flatMap(([key, name]) =>
  isPicture(key) ? [{ key, name }] : [],
);
