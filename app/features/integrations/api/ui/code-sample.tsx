import { cx } from "~/ui/cx";

/** Something for a program, in a box that scrolls on its own. */
export function CodeSample({ label, code, className }: { label: string; code: string; className?: string }) {
  return (
    <figure className={cx("min-w-0", className)}>
      <figcaption className="mb-1.5 text-[0.875rem]/5 text-moss">{label}</figcaption>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-control bg-snow p-4 ring-1 ring-line"
      >
        <pre className="w-max font-mono text-[0.8125rem]/5.5">
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
}
