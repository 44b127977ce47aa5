import { globSync, readFileSync } from "node:fs";

/** The audit actions that the code writes by name, such as "order.paid". */
export function auditActions(): string[] {
  const files = globSync("app/**/*.server.{ts,tsx}");
  const lines = files.flatMap((file) => readFileSync(file, "utf8").match(/\baction\b.*/g) ?? []);
  const named = lines.flatMap((line) => line.match(/"[a-z_]+\.[a-z_]+"/g) ?? []);
  return [...new Set(named)].map((action) => action.slice(1, -1)).sort();
}
