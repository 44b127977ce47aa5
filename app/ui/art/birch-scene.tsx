/**
 * A landscape drawn from the tokens, for where there is no picture: hills, a low sun, white birches.
 * Purely decorative; fills the box that it is given.
 *
 *   <BirchScene variant={2} className="aspect-4/3 w-full" />
 */

import { cx } from "~/ui/cx";
import { BirchTrunk } from "./birch-trunk";

type Trunk = { x: number; width: number; flip?: boolean };
type Variant = { sky: string; sun: string; cx: number; cy: number; trunks: Trunk[] };

const variants: Variant[] = [
  {
    sky: "bg-glass",
    sun: "fill-paper",
    cx: 285,
    cy: 96,
    trunks: [
      { x: 52, width: 30 },
      { x: 112, width: 18, flip: true },
      { x: 348, width: 24 },
    ],
  },
  {
    sky: "bg-honey-soft",
    sun: "fill-sunlight/70",
    cx: 120,
    cy: 120,
    trunks: [
      { x: 246, width: 20 },
      { x: 292, width: 34, flip: true },
      { x: 364, width: 16 },
    ],
  },
  {
    sky: "bg-sage-soft",
    sun: "fill-sunlight/70",
    cx: 214,
    cy: 108,
    trunks: [
      { x: 26, width: 16 },
      { x: 76, width: 34, flip: true },
      { x: 322, width: 26, flip: true },
      { x: 370, width: 14 },
    ],
  },
];

export function BirchScene({ variant = 0, className }: { variant?: number; className?: string }) {
  const scene = variants[variant % variants.length] as Variant;
  return (
    <svg
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={cx(scene.sky, className)}
    >
      <circle className={scene.sun} cx={scene.cx} cy={scene.cy} r="38" />
      <path className="fill-sage/60" d="M0 196c60-34 110-40 168-18 62-44 130-46 232-6v128H0Z" />
      <path className="fill-evergreen-300" d="M0 236c90-36 150-28 214-8 66-26 120-24 186-2v74H0Z" />
      {scene.trunks.map((trunk) => (
        <BirchTrunk key={trunk.x} {...trunk} />
      ))}
      <path className="fill-meadow" d="M0 274c84-20 160-18 236-4 60-12 110-10 164 2v28H0Z" />
    </svg>
  );
}
