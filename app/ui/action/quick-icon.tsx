/**
 * Replaces Lucide's `createLucideIcon` in the build (scripts/quick-icons.ts): the shape is built once, and each use renders
 * one element.
 */
import { createElement, type SVGProps } from "react";

type Shape = readonly (readonly [tag: string, attributes: Record<string, string>])[];

const LOOK = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

export default function createIcon({ node }: { node: Shape }) {
  const shape = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon(props: SVGProps<SVGSVGElement>) {
    const hidden = props.role === undefined && props["aria-label"] === undefined;
    return createElement("svg", { ...LOOK, "aria-hidden": hidden || undefined, ...props }, shape);
  };
}
