import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

export type Import = {
  /** A path from the project's root without extension, or the name of a package. */
  target: string;
  typeOnly: boolean;
  reExport: boolean;
  /** The address of a script that runs in the browser by itself. */
  asUrl: boolean;
};

export type SourceFile = {
  /** From the project's root. */
  path: string;
  imports: Import[];
  /** What the code uses of the world: `process.env`, `Date.now`, `fetch`, and `new Date()` without arguments. */
  mentions: Set<string>;
};

/** A part of a parsed file. */
export type Node = { type: string; [key: string]: unknown };

/** The program's own sources, parsed, without tests and declarations. */
export function readSources(): SourceFile[] {
  return globSync(["server.ts", "commands.ts", "jobs.ts", "app/**/*.{ts,tsx}", "db/**/*.ts"])
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort()
    .map(readSource);
}

function readSource(file: string): SourceFile {
  const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const source: SourceFile = { path: file, imports: [], mentions: new Set() };
  visit(program as unknown as Node, source);
  source.imports = source.imports.filter(({ target }) => !target.includes("/+types/")); // made by the router
  return source;
}

function visit(node: Node, source: SourceFile): void {
  collect(node, source);
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, source);
}

function collect(node: Node, { path: file, imports, mentions }: SourceFile): void {
  const from = isNode(node.source) ? node.source.value : undefined;
  if (typeof from === "string") {
    const typeOnly = node.type === "TSImportType" || node.importKind === "type" || node.exportKind === "type";
    imports.push({
      target: resolve(file, from),
      typeOnly,
      reExport: node.type.startsWith("Export"),
      asUrl: from.endsWith("?url"),
    });
  }
  if (node.type === "MemberExpression") mentions.add(`${nameOf(node.object)}.${nameOf(node.property)}`);
  if (node.type === "CallExpression") mentions.add(nameOf(node.callee));
  if (node.type === "NewExpression" && (node.arguments as unknown[]).length === 0)
    mentions.add(`new ${nameOf(node.callee)}()`);
}

/** What an import names: a path from the project's root without extension, or a package. */
export function resolve(file: string, specifier: string): string {
  const plain = specifier.replace(/\?.*$/, "").replace(/\.tsx?$/, "");
  if (plain.startsWith("~/")) return `app/${plain.slice(2)}`;
  if (plain.startsWith(".")) return path.join(path.dirname(file), plain);
  return plain;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  return node.type === "MemberExpression"
    ? `${nameOf(node.object)}.${nameOf(node.property)}`
    : String(node.name ?? "");
}
