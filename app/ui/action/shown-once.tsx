import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonLook } from "./button-look";

/** A secret that is shown only now, with a link to continue. */
export function ShownOnce({ next, children }: { next: string; children: ReactNode }) {
  return (
    <div className="grid gap-5">
      {children}
      <Link to={next} className={`${buttonLook({ size: "small" })} min-h-11 justify-self-start`}>
        I've copied it
      </Link>
    </div>
  );
}
