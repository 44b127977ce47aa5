import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aBody } from "../../../../tests/support/bookings";
import { openApiDocument } from "./openapi";
import type { JsonSchema } from "./operations";

const document = openApiDocument({
  name: "White Birch Cleaning",
  email: "hello@site.example",
  origin: "https://site.example",
});
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Every object within a value, at any depth. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

const schemaAt = (ref: string) =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document) as JsonSchema;

describe("the document", () => {
  test("is valid OpenAPI 3.1 without extensions", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: "White Birch Cleaning API", version: "1" });
    const keys = ["openapi", "jsonSchemaDialect", "info", "servers", "security", "paths", "components"];
    expect(Object.keys(document).filter((key) => !keys.includes(key))).toEqual([]);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test("has each operation once, with all parameters of its path and a response", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((one) => one.in === "path" && one.required);
      expect(declared.map(({ name }) => name)).toEqual(inPath);
      expect(operation.responses[200]).toBeDefined();
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(description).not.toBe("");
      }
      for (const scheme of operation.security.flatMap(Object.keys))
        expect(document.components.securitySchemes).toHaveProperty(scheme);
      expect(operation.parameters.every(({ description, schema }) => description && schema)).toBe(true);
    }
  });

  test("refers only to existing schemas and uses each of them", () => {
    const refs = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    expect(refs.length).toBeGreaterThan(0);
    for (const ref of refs) expect(schemaAt(ref), ref).toBeDefined();
    for (const schema of Object.values(document.components.schemas))
      expect(() => z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])).not.toThrow();
  });

  test("describes every field of every request", () => {
    const { CreatePayment } = document.components.schemas;
    const bare = [...objectsIn(CreatePayment)].flatMap(({ properties }) =>
      Object.entries((properties ?? {}) as Record<string, JsonSchema>)
        .filter(([, schema]) => schema.type !== "object" && !schema.description)
        .map(([name]) => name),
    );
    expect(bare).toEqual(["visit", "date", "time"]); // fields of a move, which describe themselves
  });
});

describe("the examples", () => {
  const zodOf = (schema: JsonSchema) =>
    z.fromJSONSchema(
      (schema.$ref ? schemaAt(String(schema.$ref)) : schema) as Parameters<typeof z.fromJSONSchema>[0],
    );

  test.each(operations.map((one) => [one.path, one] as const))(
    "of %s match its schema",
    (_, { operation }) => {
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        part ? [part.content["application/json"]] : [],
      );
      const examples = contents.filter(({ example }) => example !== undefined);
      expect(examples.length).toBeGreaterThan(0);
      for (const { schema, example } of examples)
        expect(zodOf(schema).safeParse(example).error).toBeUndefined();
    },
  );

  test("are as strict as the server: a request without a service is invalid", () => {
    const request = zodOf({ $ref: "#/components/schemas/CreatePayment" });
    expect(request.safeParse(aBody()).success).toBe(true);
    expect(request.safeParse({ ...aBody(), serviceId: undefined }).success).toBe(false);
    expect(request.safeParse(aBody({ hours: 99.5 as 3 })).success).toBe(false);
    expect(request.safeParse(aBody({}, { partnerReference: "a".repeat(101) })).success).toBe(false);
  });
});
