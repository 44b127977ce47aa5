import { type Brand, markPath } from "~/features/operations/settings/brand/brand";
import { knownCompany, readCompany } from "~/features/operations/settings/queries.server";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import type { Route } from "./+types/manifest";

/** Web app manifest with the company's name. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { company_name, company_description, brand } = await orElse(
    ctx.log,
    "settings could not be read",
    () => readCompany(ctx),
    knownCompany,
  );
  const manifest = {
    id: "/",
    name: company_name,
    short_name: company_name.split(" ").slice(0, 2).join(" "),
    description: company_description,
    lang: "en-US",
    start_url: "/",
    display: "minimal-ui",
    background_color: "#fbfaf6",
    theme_color: "#fbfaf6",
    icons: iconsOf(brand),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}

/** The company's letters, or the birch. */
function iconsOf({ letters, accent }: Brand) {
  if (letters) return [{ src: markPath({ letters, accent }), sizes: "any", type: "image/svg+xml" }];
  return [
    { src: "/icons/192.png", sizes: "192x192", type: "image/png" },
    { src: "/icons/512.png", sizes: "512x512", type: "image/png" },
    { src: "/icons/maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  ];
}
