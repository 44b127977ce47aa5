/**
 * A long text (lib/text-tree.ts); set its width yourself. `components` replaces how elements are drawn.
 *
 *   <Prose nodes={section.nodes} className="max-w-[34rem]" />
 */
import { type Components, toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ComponentProps } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { useRouteLoaderData } from "react-router";
import type { TextNode } from "~/lib/text-tree";
import { cx } from "~/ui/cx";

type Props = { nodes: TextNode[]; className?: string; components?: Partial<Components> };

export function Prose({ nodes, className, components }: Props) {
  return (
    <div className={cx("space-y-4 leading-[1.65]", className)}>
      <Words nodes={nodes} components={components} />
    </div>
  );
}

/** The text without a block around it, for a single line. */
export function Words({ nodes, components }: Omit<Props, "className">) {
  return toJsxRuntime(
    { type: "root", children: nodes },
    { Fragment, jsx, jsxs, components: { ...usual, ...components } },
  );
}

const usual: Partial<Components> = {
  a: ({ node: _, ...props }) => <ProseLink {...props} />,
  strong: ({ node: _, ...props }) => <strong {...props} className="font-semibold" />,
  ul: ({ node: _, ...props }) => <List {...props} />,
  ol: ({ node: _, ...props }) => <ol {...props} className="list-decimal space-y-2.5 pl-6 tabular-nums" />,
  // biome-ignore lint/a11y/useAltText: its text comes with it
  img: ({ node: _, ...props }) => <img {...props} className="h-auto max-w-full rounded-card bg-sage-soft" />,
  h3: ({ node: _, ...props }) => <h3 {...props} className="pt-3 text-[1.1875rem]/[1.3]" />,
  h4: ({ node: _, ...props }) => <h4 {...props} className="pt-1 font-sans font-semibold text-base" />,
};

/** On paper, a link within the site shows its whole address. */
function ProseLink({ href = "", ...props }: ComponentProps<"a">) {
  const { origin = "" } = useRouteLoaderData<{ origin: string }>("root") ?? {};
  const address = href.startsWith("/") ? origin + href : href;
  const isAddress = address.startsWith("http");
  return <a {...props} href={href} data-address={isAddress ? address : undefined} className={proseLink} />;
}

/** The dashes of a list look like birch bark. */
function List(props: ComponentProps<"ul">) {
  return <ul {...props} className="space-y-2.5 [&>li]:prose-dash" />;
}

const proseLink =
  "wrap-anywhere font-medium text-evergreen-700 underline decoration-evergreen-700/35 underline-offset-[0.2em] " +
  "transition-colors duration-150 hover:decoration-evergreen-700 print-address print:text-ink";
