import type { JsonSchema } from "./operations";

/** A field of a request or response, for a table: "days[].slots[].time". */
export type FieldRow = { name: string; type: string; required: boolean; description: string };

type Node = JsonSchema & {
  type?: string | string[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  enum?: unknown[];
  anyOf?: Node[];
  description?: string;
};

/** All fields of a schema. Parents come before their children. */
export function fieldsOf(schema: JsonSchema, prefix = ""): FieldRow[] {
  const { properties = {}, required = [] } = schema as Node;
  return Object.entries(properties).flatMap(([key, node]) => {
    const name = prefix + key;
    const row = {
      name,
      type: typeOf(node),
      required: required.includes(key),
      description: node.description ?? "",
    };
    const inner = innermost(node);
    return [row, ...(inner ? fieldsOf(inner.node, `${name}${inner.brackets}.`) : [])];
  });
}

/** For example "text", "whole number", "free, full, past or closed", "list of …", with "or null" if nullable. */
function typeOf(node: Node): string {
  const nullable = isNullable(node);
  return nullable ? `${plainType(withoutNull(node))} or null` : plainType(node);
}

function plainType(node: Node): string {
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(", ");
  if (node.items) return node.items.properties ? "list of objects" : `list of ${typeOf(node.items)}`;
  const type = Array.isArray(node.type) ? node.type[0] : node.type;
  if (type === "string" && typeof node.format === "string") return FORMATS[node.format] ?? "text";
  if (type === "string" && typeof node.maxLength === "number") return `text, at most ${node.maxLength}`;
  return TYPES[type ?? ""] ?? "any";
}

const TYPES: Record<string, string> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
};

const FORMATS: Record<string, string> = {
  date: "day, yyyy-MM-dd",
  "date-time": "moment, ISO 8601",
  uri: "address",
  uuid: "UUID",
  email: "email address",
};

function innermost(node: Node): { node: Node; brackets: string } | null {
  const plain = withoutNull(node);
  if (plain.properties) return { node: plain, brackets: "" };
  const items = plain.items && innermost(plain.items);
  return items ? { ...items, brackets: `[]${items.brackets}` } : null;
}

function isNullable({ type, anyOf }: Node): boolean {
  return (
    (Array.isArray(type) && type.includes("null")) || (anyOf?.some((one) => one.type === "null") ?? false)
  );
}

function withoutNull(node: Node): Node {
  const [only] = node.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return only ? { ...only, description: node.description } : node;
}
