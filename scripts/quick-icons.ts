import path from "node:path";
import type { Plugin } from "vite";

const OWN = path.resolve(import.meta.dirname, "../app/ui/quick-icon.tsx");

/** Icons of Lucide are drawn by app/ui/quick-icon.tsx: a page of the office has a hundred, and Lucide works each out anew. */
export function quickIcons(): Plugin {
  return {
    name: "quick-icons",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /\/createLucideIcon\.mjs$/ },
      handler: (_id, importer) => (importer?.includes("/lucide-react/") ? OWN : null),
    },
  };
}
