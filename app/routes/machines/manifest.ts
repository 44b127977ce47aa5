import { type Brand, iconPath, manifestIcons, markPath } from "~/features/operations/settings/brand/brand";
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

/** PNG of all sizes, and a drawing where there is one. */
function iconsOf(brand: Brand) {
  const { logo, letters, accent } = brand;
  const drawing =
    letters && !logo ? markPath({ letters, accent }) : iconPath(brand, "512") ? null : "/favicon.svg";
  return [
    ...manifestIcons(brand),
    ...(drawing ? [{ src: drawing, sizes: "any", type: "image/svg+xml" }] : []),
  ];
}
