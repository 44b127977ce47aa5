import { Link } from "react-router";
import { Panel } from "./panel";

type Line = { id: number; at: string; who: string; what: string };

/** The newest lines of the audit trail, in words. */
export function RecentActivity({ lines, href }: { lines: Line[]; href: string }) {
  return (
    <Panel id="activity" title="Recent Activity" more={{ href, label: "All activity" }}>
      {lines.length === 0 && <p className="text-moss">Changes will show up here.</p>}
      <ol>
        {lines.map(({ id, at, who, what }) => (
          <li key={id} className="border-line not-first:border-t">
            <Link
              to={`${href}/${id}`}
              className="-mx-2 block rounded-control px-2 py-2.5 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
            >
              <span className="block wrap-anywhere">
                <b className="font-semibold">{who}</b> {what}
              </span>
              <span className="block text-[0.8125rem]/5 text-moss tabular-nums">{at}</span>
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
