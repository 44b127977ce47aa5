import { z } from "zod";
import { describeRequest } from "./notes";
import { type JsonSchema, OPERATIONS, type Operation, type Parameter } from "./operations";
import { availabilityQuery, SCHEMAS, type SchemaName, servicesQuery } from "./schemas";

type Content = { "application/json": { schema: JsonSchema; example?: unknown } };

export type DocumentedOperation = {
  operationId: string;
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, { description: string; schema: JsonSchema }>;
      content: Content;
    }
  >;
};

export type OpenApiDocument = {
  openapi: "3.1.0";
  jsonSchemaDialect: string;
  info: { title: string; version: string; description: string; contact?: { email: string } };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, { type: "http"; scheme: "bearer"; description: string }>;
  };
};

const QUERIES = { services: servicesQuery, availability: availabilityQuery } as const;

/** OpenAPI 3.1 document of the API, generated from the schemas that the server validates with. */
export function openApiDocument(company: { name: string; email: string; origin: string }): OpenApiDocument {
  describeRequest();
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: `${company.name} API`,
      version: "1",
      description:
        "List services and free times, book a cleaning, and check its status. Amounts are in cents. Dates and times are in the " +
        "company's time zone. New fields may be added to responses at any time.",
      ...(company.email && { contact: { email: company.email } }),
    },
    servers: [{ url: company.origin }],
    security: [{}, { partner: [] }],
    paths: Object.fromEntries(
      OPERATIONS.map((operation) => [operation.path, { [operation.method]: documented(operation) }]),
    ),
    components: {
      schemas: Object.fromEntries(
        Object.entries(SCHEMAS).map(([name, schema]) => [name, jsonSchemaOf(schema)]),
      ),
      securitySchemes: {
        partner: {
          type: "http",
          scheme: "bearer",
          description: "A partner's key, for servers only. The company issues and replaces keys on request.",
        },
      },
    },
  };
}

function documented(operation: Operation): DocumentedOperation {
  const { id, summary, description, query, parameters = [], body, responses, example } = operation;
  const ok = responses[200];
  return {
    operationId: id,
    summary,
    description,
    security: [{}, { partner: [] }],
    parameters: [...(query ? queryParameters(query.of, query.notes) : []), ...parameters],
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: refTo(body.of), example: body.example } },
      },
    }),
    responses: {
      200: {
        description: ok.description,
        content: { "application/json": { schema: refTo(ok.of), example } },
      },
      ...Object.fromEntries(
        Object.entries(responses.errors).map(([status, description]) => [
          status,
          problem(status, description),
        ]),
      ),
    },
  };
}

function problem(status: string, description: string): DocumentedOperation["responses"][string] {
  const headers = { "Retry-After": { description: "In seconds.", schema: { type: "integer" } } };
  const content = { "application/json": { schema: refTo("Error") } };
  return { description, ...(status === "429" && { headers }), content };
}

function queryParameters(name: keyof typeof QUERIES, notes: Record<string, string>): Parameter[] {
  const { properties, required } = jsonSchemaOf(QUERIES[name]) as {
    properties: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([parameter, schema]) => ({
    name: parameter,
    in: "query",
    required: required?.includes(parameter) ?? false,
    description: notes[parameter],
    schema,
  }));
}

function refTo(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schema of the JSON on the wire, before transformation. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Redundant: given by the format, and by the type integer.
      if (jsonSchema.format) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return rest;
}
