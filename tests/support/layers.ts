import { existsSync } from "node:fs";
import type { Import } from "./source-files";

type Layer =
  | "wiring" // server.ts, its commands and its jobs
  | "shell" // the router's own files: routes.ts, root.tsx, entry.*
  | "route"
  | "feature server"
  | "feature ui"
  | "feature react" // mails
  | "feature pure"
  | "platform"
  | "db"
  | "seed"
  | "ui"
  | "lib"
  | "asset"
  | "package";

type Place = { layer: Layer; feature?: string };

/** Where a file belongs, or what an import's target (a path without extension, or a package) is. */
function layerOf(file: string): Place {
  const path = file.replace(/\.tsx?$/, "");
  const [, feature] = /^app\/features\/([^/]+)\//.exec(path) ?? [];
  if (feature) return { layer: featureLayer(path), feature };
  if (["server", "commands", "jobs"].includes(path)) return { layer: "wiring" };
  if (/^app\/(routes|root|entry\.\w+)$/.test(path)) return { layer: "shell" };
  if (/^app\/(assets\/|.*\.css$)/.test(path)) return { layer: "asset" };
  const [, folder] = /^(?:app\/)?(routes|platform|db\/seed|db|ui|lib)(?:\/|$)/.exec(path) ?? [];
  return { layer: folders[folder ?? ""] ?? "package" };
}

const folders: Record<string, Layer> = {
  routes: "route",
  platform: "platform",
  "db/seed": "seed",
  db: "db",
  ui: "ui",
  lib: "lib",
};

function featureLayer(path: string): Layer {
  if (path.endsWith(".server")) return "feature server";
  if (/^app\/features\/.+\/ui\//.test(path)) return "feature ui";
  return existsSync(`${path}.tsx`) ? "feature react" : "feature pure";
}

/** For each layer: the layers of its own feature (or of none) that it may use, those of others, and what else to do. */
const rules: Record<
  Exclude<Layer, "asset" | "package">,
  { own: Layer[]; others?: Layer[]; types?: Layer[]; fix: string }
> = {
  wiring: {
    own: ["wiring", "platform", "db", "seed", "lib", "shell"],
    others: ["feature server", "feature pure"],
    fix: "Only the router imports routes.",
  },
  shell: {
    own: ["ui", "lib", "platform", "shell", "asset"],
    others: ["feature server", "feature ui", "feature pure"],
    fix: "Only the router imports routes; data comes from features.",
  },
  route: {
    own: ["ui", "lib", "platform", "asset"],
    others: ["feature server", "feature ui", "feature pure", "feature react"],
    types: ["shell"],
    fix: "A route parses, calls a feature and responds: put queries into the feature's reads, shared parts into ui/.",
  },
  "feature server": {
    own: ["feature server", "feature pure", "feature react", "platform", "db", "lib"],
    others: ["feature server", "feature pure"],
    fix: "A feature's server code uses db, platform, lib and other features' rules and verbs, but nothing that is drawn.",
  },
  "feature ui": {
    own: ["feature ui", "feature pure", "ui", "lib", "asset"],
    others: ["feature pure"],
    fix: "Let the route pass it in as a prop, or a rule work it out.",
  },
  "feature react": {
    own: ["feature react", "feature pure", "ui", "lib", "asset"],
    others: ["feature react"],
    types: ["feature pure", "feature server"],
    fix: "Pass it in as a prop.",
  },
  "feature pure": {
    own: ["feature pure", "lib"],
    others: ["feature pure"],
    types: ["platform"],
    fix: "A rule uses only rules and lib: pass the value in.",
  },
  platform: {
    own: ["platform", "db", "lib"],
    fix: "The platform knows no business: pass it in from server.ts.",
  },
  db: { own: ["db", "lib"], fix: "Tables know nothing but lib." },
  seed: {
    own: ["seed", "db", "lib", "platform"],
    others: ["feature pure"],
    fix: "Seeds use tables and rules.",
  },
  ui: { own: ["ui", "lib", "asset"], fix: "The design system knows no business: pass it in as a prop." },
  lib: { own: ["lib"], fix: "lib stands on nothing else." },
};

/**
 * What to do about an import that the layers forbid; undefined when it is allowed.
 * @param opened what server.ts, or what it connects with, imports: routes reach these only through their context
 */
export function mayImport(
  file: string,
  { target, typeOnly }: Import,
  opened: Set<string>,
): string | undefined {
  const from = layerOf(file);
  const to = layerOf(target);
  if (from.layer === "asset" || from.layer === "package" || to.layer === "package") return undefined;
  const { own, others = [], types = [], fix } = rules[from.layer];
  if (from.layer === "route" && to.layer === "platform" && opened.has(target)) {
    return "server.ts opens it: a route reaches it through its context.";
  }
  const foreign = to.feature !== undefined && to.feature !== from.feature;
  const allowed = (foreign ? others : own).includes(to.layer) || (typeOnly && types.includes(to.layer));
  return allowed ? undefined : fix;
}
