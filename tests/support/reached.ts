import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import { isNode, type Node, resolve, type SourceFile } from "./source-files";

/** A declaration on the first level of a file: "app/lib/money#formatCents". */
type Name = string;

/** The files of which a declaration mentions one of `targets`, itself or through declarations that it mentions. */
export function filesThatReach(targets: Name[], sources: SourceFile[]): Set<string> {
  const reached = new Set(targets);
  const files = new Set<string>();
  const parsed = new Map<string, Map<Name, Set<Name>>>();
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    const from = new Set([...reached].map((name) => name.split("#")[0] ?? ""));
    for (const { path: file, imports } of sources) {
      if (!from.has(stemOf(file)) && !imports.some(({ target }) => from.has(target))) continue;
      const declarations = parsed.get(file) ?? declarationsOf(file);
      parsed.set(file, declarations);
      for (const [name, mentioned] of declarations) {
        if (mentioned.isDisjointFrom(reached)) continue;
        reached.add(name);
        files.add(file);
      }
    }
  }
  return files;
}

const stemOf = (file: string) => file.replace(/\.tsx?$/, "");

/** What each declaration of a file mentions of its own file and of others. */
function declarationsOf(file: string): Map<Name, Set<Name>> {
  const { program } = parseSync(file, readFileSync(file, "utf8"));
  const own = stemOf(file);
  const statements = (program.body as unknown as Node[]).map((node) =>
    isNode(node.declaration) ? node.declaration : node,
  );
  const known = new Map<string, Name>();
  const declared: { name: Name; node: Node }[] = [];
  for (const node of statements) {
    if (node.type === "ImportDeclaration" && node.importKind !== "type") {
      const target = resolve(file, String((node.source as Node).value));
      for (const { local, imported } of node.specifiers as { local: Node; imported?: Node }[])
        known.set(String(local.name), `${target}#${imported?.name ?? "default"}`);
    }
    for (const part of (node.declarations as Node[] | undefined) ?? [node]) {
      if (!isNode(part.id)) continue;
      const name = `${own}#${part.id.name}`;
      known.set(String(part.id.name), name);
      declared.push({ name, node: part });
    }
  }
  return new Map(
    declared.map(({ name, node }) => {
      const mentioned = [...identifiersIn(node)].flatMap((word) => known.get(word) ?? []);
      return [name, new Set(mentioned.filter((other) => other !== name))];
    }),
  );
}

function identifiersIn(node: Node, found = new Set<string>()): Set<string> {
  if (node.type === "Identifier" || node.type === "JSXIdentifier") found.add(String(node.name));
  for (const child of Object.values(node).flat()) if (isNode(child)) identifiersIn(child, found);
  return found;
}
