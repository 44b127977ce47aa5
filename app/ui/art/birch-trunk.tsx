/**
 * A white birch trunk with its lenticels, 40 × 400, to be placed inside an `<svg>`.
 *
 *   <BirchTrunk x={120} width={26} flip />
 */
type Props = { x: number; y?: number; width?: number; height?: number; flip?: boolean };

export function BirchTrunk({ x, y = 0, width = 40, height = 400, flip = false }: Props) {
  const scale = `scale(${(flip ? -1 : 1) * (width / 40)} ${height / 400})`;
  return (
    <g transform={`translate(${x + (flip ? width : 0)} ${y}) ${scale}`}>
      <path className="fill-bark" d="M4-10h30l4 420H0Z" />
      <path className="fill-bark-shade" d="M25-10h9l4 420H27Z" />
      <g className="fill-none stroke-bark-mark/75" strokeWidth="3.5" strokeLinecap="round">
        <path d="M5 22h12M29 40h4M8 66h4M20 84h14M4 118h20M12 131h5M28 158h6M3 190h9M16 204h4M22 232h12M4 262h16M30 285h4M9 300h8M3 330h6M18 346h17M6 378h11" />
      </g>
    </g>
  );
}
