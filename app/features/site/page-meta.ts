import type { MetaDescriptor } from "react-router";

type Match = { id: string; loaderData?: unknown } | undefined;

/** Title and description of a public page: "{title} | White Birch Cleaning", named as the settings say. */
export function pageMeta(matches: readonly Match[], title: string, description: string): MetaDescriptor[] {
  return [
    { title: [title, companyName(matches)].filter(Boolean).join(" | ") },
    { name: "description", content: description },
  ];
}

function companyName(matches: readonly Match[]): string | undefined {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  return (root as { company?: { company_name: string } } | undefined)?.company?.company_name;
}
