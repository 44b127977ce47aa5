import { data } from "react-router";
import { drawMark, readBrandFile } from "~/features/operations/settings/brand/brand";
import { styleOf } from "~/features/operations/settings/brand/palette";
import { fileHeaders } from "~/platform/http/security-headers.server";
import type { Route } from "./+types/brand";

/** The colors or the lettermark of a company. The address says all that is in it, so it may be kept forever. */
export function loader({ params }: Route.LoaderArgs) {
  const asked = readBrandFile(params.file);
  if (!asked) throw data(null, { status: 404 });
  const type = asked.kind === "style" ? "text/css; charset=utf-8" : "image/svg+xml";
  const body = asked.kind === "style" ? styleOf(asked.accent) : drawMark(asked.letters, asked.accent);
  return new Response(body, {
    headers: {
      ...fileHeaders(type),
      "Content-Type": type,
      "Cache-Control": "private, max-age=31536000, immutable",
    },
  });
}
