import { manifestIcons } from "~/features/operations/settings/brand/brand";
import { knownCompany, readCompany } from "~/features/operations/settings/queries.server";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import type { Route } from "./+types/manifest";

/** The manifest by which a phone installs /crew as an app. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { company_name, brand } = await orElse(
    ctx.log,
    "settings could not be read",
    () => readCompany(ctx),
    knownCompany,
  );
  const manifest = {
    id: "/crew",
    name: `${company_name} Crew`,
    short_name: "Crew",
    start_url: "/crew",
    scope: "/crew",
    display: "standalone",
    background_color: "#fbfaf6",
    theme_color: "#fbfaf6",
    icons: manifestIcons(brand),
  };
  return Response.json(manifest, {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
