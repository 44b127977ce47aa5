import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** The allowed values of a parameter, from the SDK's declarations. */
export type Shape =
  | { is: "text" }
  | { is: "number" }
  | { is: "flag" }
  | { is: "one of"; words: string[] }
  | { is: "list"; of: () => Shape }
  | { is: "texts by name" }
  | { is: "object"; fields: Record<string, { required: boolean; shape: () => Shape }> }
  | { is: "either"; shapes: Shape[] };

// biome-ignore lint/suspicious/noExplicitAny: the parser's tree has no types
type Node = any;
type Declared = { node: Node; scope: string[] };

const FOLDER = path.resolve("node_modules/stripe/esm");

/** Reads the shape of an interface, such as `Checkout.SessionCreateParams`, from a declaration file of the SDK. */
export function shapeOf(file: string, name: string): Shape {
  const declared = new Map<string, Declared>([
    ...declarationsIn(path.join(FOLDER, "shared.d.ts")),
    ...declarationsIn(path.join(FOLDER, "resources", file)),
  ]);
  return named(declared, [], name);
}

function declarationsIn(file: string): Map<string, Declared> {
  const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found = new Map<string, Declared>();
  for (const node of program.body) collect((node as Node).declaration ?? node, [], found);
  return found;
}

function collect(node: Node, scope: string[], found: Map<string, Declared>): void {
  if (node?.type === "TSModuleDeclaration") {
    const inner = [...scope, node.id.name];
    for (const child of node.body.body) collect(child.declaration ?? child, inner, found);
  } else if (node?.type === "TSInterfaceDeclaration" || node?.type === "TSTypeAliasDeclaration") {
    found.set([...scope, node.id.name].join("."), { node, scope });
  }
}

/** A name refers to the nearest declaration around it. */
function named(declared: Map<string, Declared>, scope: string[], name: string): Shape {
  for (let depth = scope.length; depth >= 0; depth -= 1) {
    const found = declared.get([...scope.slice(0, depth), name].join("."));
    if (!found) continue;
    if (found.node.type === "TSTypeAliasDeclaration") {
      return shapeOfType(declared, found.scope, found.node.typeAnnotation);
    }
    return interfaceShape(declared, found);
  }
  throw new Error(`Stripe's declarations have no ${name} in ${scope.join(".") || "the file"}`);
}

function interfaceShape(declared: Map<string, Declared>, { node, scope }: Declared): Shape {
  return objectShape(declared, scope, node.body.body, node.extends ?? []);
}

function objectShape(
  declared: Map<string, Declared>,
  scope: string[],
  members: Node[],
  parents: Node[],
): Shape {
  if (members.some(({ type }) => type === "TSIndexSignature")) return { is: "texts by name" };
  const fields: Extract<Shape, { is: "object" }>["fields"] = {};
  for (const { expression } of parents) {
    const parent = named(declared, scope, expression.name);
    if (parent.is === "object") Object.assign(fields, parent.fields);
  }
  for (const { key, optional, typeAnnotation } of members) {
    const shape = () => shapeOfType(declared, scope, typeAnnotation.typeAnnotation);
    fields[key.name ?? key.value] = { required: !optional, shape };
  }
  return { is: "object", fields };
}

function shapeOfType(declared: Map<string, Declared>, scope: string[], node: Node): Shape {
  const inner = (child: Node) => shapeOfType(declared, scope, child);
  switch (node.type) {
    case "TSStringKeyword":
      return { is: "text" };
    case "TSNumberKeyword":
      return { is: "number" };
    case "TSBooleanKeyword":
      return { is: "flag" };
    case "TSNullKeyword":
      return { is: "one of", words: [""] };
    case "TSLiteralType":
      return { is: "one of", words: [String(node.literal.value)] };
    case "TSArrayType":
      return { is: "list", of: () => inner(node.elementType) };
    case "TSUnionType":
      return either(node.types.filter((one: Node) => nameOf(one) !== "OtherString").map(inner));
    case "TSTypeLiteral":
      return objectShape(declared, scope, node.members, []);
    case "TSTypeReference":
      return referenced(declared, scope, node);
    default:
      throw new Error(`What ${node.type} means for a parameter is not known here`);
  }
}

function referenced(declared: Map<string, Declared>, scope: string[], node: Node): Shape {
  const name = nameOf(node);
  const [argument] = node.typeArguments?.params ?? [];
  if (name === "Array") return { is: "list", of: () => shapeOfType(declared, scope, argument) };
  if (name === "Emptyable") {
    return either([{ is: "one of", words: [""] }, shapeOfType(declared, scope, argument)]);
  }
  if (name === "Decimal") return { is: "text" };
  if (name === "MetadataParam") return { is: "texts by name" };
  return named(declared, scope, name);
}

/** Where a type allows any string beside listed ones, only the listed ones count, as at Stripe. */
function either(shapes: Shape[]): Shape {
  const words = shapes.flatMap((shape) => (shape.is === "one of" ? shape.words : []));
  const others = shapes.filter((shape) => shape.is !== "one of");
  if (others.length === 0) return { is: "one of", words };
  return { is: "either", shapes: words.length > 0 ? [{ is: "one of", words }, ...others] : others };
}

function nameOf(node: Node): string {
  if (node.type === "TSTypeReference") return nameOf(node.typeName);
  if (node.type === "TSQualifiedName") return `${nameOf(node.left)}.${nameOf(node.right)}`;
  return node.type === "Identifier" ? node.name : "";
}
