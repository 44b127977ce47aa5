import { readCompany } from "~/features/operations/settings/queries.server";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/security-txt";

/** How long the answer counts, in hours: about half a year. It is written anew with each request. */
const VALID_HOURS = 180 * 24;

/** `GET /.well-known/security.txt` (RFC 9116): where to report a weakness. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { contact_email } = await readCompany(ctx);
  const lines = [
    `Contact: mailto:${contact_email}`,
    `Expires: ${ctx.now.add({ hours: VALID_HOURS }).toString({ smallestUnit: "second" })}`,
    "Preferred-Languages: en",
    `Canonical: ${ctx.origin}/.well-known/security.txt`,
    `Policy: ${ctx.origin}/security-policy`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
