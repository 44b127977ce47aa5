import path from "node:path";
import type { Plugin } from "vite";

const OWN = path.resolve(import.meta.dirname, "../app/ui/action/quick-icon.tsx");

/**
 * Renders Lucide's icons with app/ui/action/quick-icon.tsx. A page of the office has a hundred, and Lucide computes each one
 * again.
 */
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
