import { createHash } from "node:crypto";
import figtree from "~/assets/made/figtree.woff2";
import figtreeAccents from "~/assets/made/figtree-accents.woff2";
import fraunces from "~/assets/made/fraunces.woff2";
import frauncesAccents from "~/assets/made/fraunces-accents.woff2";
import worker from "~/features/fieldwork/offline/ui/worker.ts?url";
import { pageFilesContext } from "~/platform/context.server";
import sheet from "~/site.css?url";
import type { Route } from "./+types/worker";

/** What the page loads besides its own modules (root.tsx). */
const DOCUMENT_FILES = [sheet, figtree, figtreeAccents, fraunces, frauncesAccents];

/** The service worker of /crew. Its text changes with each version of the files, which is how browsers see a new one. */
export async function loader({ context }: Route.LoaderArgs) {
  const assets = [...context.get(pageFilesContext)("routes/crew/app"), ...DOCUMENT_FILES];
  const named = JSON.stringify(assets);
  const version = createHash("sha256").update(named).update(worker).digest("base64url").slice(0, 12);
  const script = `self.CREW={"version":"${version}","assets":${named}};importScripts("${worker}");\n`;
  return new Response(script, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Service-Worker-Allowed": "/crew",
    },
  });
}
