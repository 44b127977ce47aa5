/** The pictures that scripts/pictures.ts makes: sizes, alternative text, and the color shown while one loads. */
import supplies from "~/assets/art/about-supplies.webp?picture";
import entry from "~/assets/art/blog-home-tips.webp?picture";
import aprons from "~/assets/art/careers-team.webp?picture";
import living from "~/assets/art/hero-living-room.webp?picture";
import commercial from "~/assets/art/service-commercial.webp?picture";
import deep from "~/assets/art/service-deep.webp?picture";
import exterior from "~/assets/art/service-exterior.webp?picture";
import move from "~/assets/art/service-move.webp?picture";
import regular from "~/assets/art/service-regular.webp?picture";

export const pictures = {
  hero: {
    files: living,
    alt: "Spotless sunlit living room with a cream sofa, a wooden coffee table holding an evergreen cleaning caddy and folded cloths, and white birches outside a wide window.",
    ground: "bg-honey-soft",
  },
  "service-regular": {
    files: regular,
    alt: "Bright kitchen with sage cabinets, a white farmhouse sink, brass faucet, spray bottles, folded cloths and a leafy plant under a window.",
    ground: "bg-sage-soft",
  },
  "service-deep": {
    files: deep,
    alt: "Gleaming bathroom with a white freestanding tub, sage wall tiles, brass fittings and a stool with a stack of fresh towels.",
    ground: "bg-sage-soft",
  },
  "service-move": {
    files: move,
    alt: "Empty, freshly cleaned room with a wooden floor in sunlight, a few cardboard boxes and a set of keys on the nearest box.",
    ground: "bg-honey-soft",
  },
  "service-commercial": {
    files: commercial,
    alt: "Tidy office with wooden desks, monitors, sage and evergreen chairs and a large window looking onto birches.",
    ground: "bg-honey-soft",
  },
  "service-exterior": {
    files: exterior,
    alt: "Small white clapboard house with an evergreen door and shutters, birch trees and a stone path under a clear sky.",
    ground: "bg-glass",
  },
  "home-tips": {
    files: entry,
    alt: "Tidy entryway with sage panelling, a peg rail, straw hat and tote, a wooden bench with shoes beneath, a basket and a large plant.",
    ground: "bg-sage-soft",
  },
  team: {
    files: aprons,
    alt: "Five evergreen aprons hanging in a row on wooden pegs above a bench with stocked cleaning caddies and folded cloths.",
    ground: "bg-honey-soft",
  },
  supplies: {
    files: supplies,
    alt: "Still life of an evergreen cleaning caddy, amber and clear bottles, wooden brushes, folded linen and birch twigs in a vase.",
    ground: "bg-sage-soft",
  },
};

export type PictureKey = keyof typeof pictures;

/** What staff call the pictures that they choose from. */
export const pictureNames: Record<PictureKey, string> = {
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

/** Whether there is a picture of that name. Services name theirs in the database. */
export function isPicture(key: string | null): key is PictureKey {
  return key !== null && Object.hasOwn(pictures, key);
}
