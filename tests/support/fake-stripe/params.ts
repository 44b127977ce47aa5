import { ApiError } from "./api-error.ts";
import type { Shape } from "./shapes.ts";

type Value = string | Value[] | { [name: string]: Value };
// biome-ignore lint/suspicious/noExplicitAny: each caller knows what it has asked for
export type Params = Record<string, any>;

/**
 * The parameters of a request ("a[b][0]=c"), checked against the shape at every depth, with numbers and booleans converted.
 */
export function readParams(form: string, shape: Shape): Params {
  return check(nest(form), shape, "") as Params;
}

/** Form fields as a tree. Fields numbered from 0 are a list. */
function nest(form: string): Value {
  const tree: { [name: string]: Value } = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const steps = name.replaceAll("]", "").split("[");
    let place = tree;
    for (const step of steps.slice(0, -1)) {
      const next = place[step];
      if (typeof next !== "object") place[step] = {};
      place = place[step] as { [name: string]: Value };
    }
    place[steps.at(-1) || String(Object.keys(place).length)] = value;
  }
  return asLists(tree);
}

function asLists(value: Value): Value {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => [name, asLists(child)] as const);
  const numbered = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return numbered ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

function check(value: Value, shape: Shape, place: string): unknown {
  switch (shape.is) {
    case "text":
      return typeof value === "string" ? value : refuse(place, "a string");
    case "number":
      return /^-?\d+$/.test(String(value)) ? Number(value) : refuse(place, "an integer");
    case "flag":
      return value === "true" || value === "false" ? value === "true" : refuse(place, "true or false");
    case "one of":
      return shape.words.includes(String(value)) ? value : refuse(place, `one of ${shape.words.join(", ")}`);
    case "list":
      if (!Array.isArray(value)) return refuse(place, "an array");
      return value.map((child, index) => check(child, shape.of(), `${place}[${index}]`));
    case "texts by name":
      return typeof value === "object" ? value : refuse(place, "an object");
    case "object":
      return checkObject(value, shape, place);
    case "either":
      return checkEither(value, shape.shapes, place);
  }
}

function checkObject(value: Value, shape: Extract<Shape, { is: "object" }>, place: string): unknown {
  if (typeof value !== "object" || Array.isArray(value)) return refuse(place, "an object");
  const placeOf = (name: string) => (place ? `${place}[${name}]` : name);
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(shape.fields, name)) continue;
    throw new ApiError(400, {
      code: "parameter_unknown",
      message: `Received unknown parameter: ${placeOf(name)}`,
      param: placeOf(name),
    });
  }
  const missing = Object.entries(shape.fields).find(([name, { required }]) => required && !(name in value));
  if (missing) {
    const param = placeOf(missing[0]);
    throw new ApiError(400, {
      code: "parameter_missing",
      message: `Missing required param: ${param}.`,
      param,
    });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      const field = shape.fields[name];
      return [name, field && check(child, field.shape(), placeOf(name))];
    }),
  );
}

function checkEither(value: Value, shapes: Shape[], place: string): unknown {
  let first: unknown;
  for (const shape of shapes) {
    try {
      return check(value, shape, place);
    } catch (error) {
      first = typeof value === "object" || !first ? error : first;
    }
  }
  throw first;
}

function refuse(param: string, wanted: string): never {
  throw new ApiError(400, { message: `Invalid ${param}: must be ${wanted}`, param });
}
