/**
 * A text of the house (lib/text-tree.ts), set for reading; the width is the caller's. `components` draws elements in
 * another way than the usual one.
 *
 *   <Prose nodes={section.nodes} className="max-w-[34rem]" />
 */
import { type Components, toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ComponentProps } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { useRouteLoaderData } from "react-router";
import type { TextNode } from "~/lib/text-tree";
import { cx } from "./cx";

type Props = { nodes: TextNode[]; className?: string; components?: Partial<Components> };

export function Prose({ nodes, className, components }: Props) {
  return (
    <div className={cx("space-y-4 leading-[1.65]", className)}>
      <Words nodes={nodes} components={components} />
    </div>
  );
}

/** The same without a block around it, for a line of one's own. */
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
};

/** On paper a link within the site is of use with its whole address only. */
function ProseLink({ href = "", ...props }: ComponentProps<"a">) {
  const { origin = "" } = useRouteLoaderData<{ origin: string }>("root") ?? {};
  const address = href.startsWith("/") ? origin + href : href;
  const isAddress = address.startsWith("http");
  return <a {...props} href={href} data-address={isAddress ? address : undefined} className={proseLink} />;
}

/** A list's dashes are those of the birch. */
function List(props: ComponentProps<"ul">) {
  return <ul {...props} className="space-y-2.5 [&>li]:prose-dash" />;
}

const proseLink =
  "wrap-anywhere font-medium text-evergreen-700 underline decoration-evergreen-700/35 underline-offset-[0.2em] " +
  "transition-colors duration-150 hover:decoration-evergreen-700 print-address print:text-ink";
