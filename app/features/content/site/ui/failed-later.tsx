import { type ComponentProps, createContext, lazy, useContext } from "react";
import type { FailedPage } from "./failed-page";

/** The error page, for the server, which draws a page in one go (entry.server.tsx). */
export const FailedContext = createContext<typeof FailedPage | null>(null);

/** The error page draws the whole site, so a browser loads it when something fails. */
const Later = lazy(async () => ({ default: (await import("./failed-page")).FailedPage }));

/** As FailedPage, for pages whose script is to be small. */
export function FailedLater(props: ComponentProps<typeof FailedPage>) {
  const Failed = useContext(FailedContext) ?? Later;
  return <Failed {...props} />;
}
