import { data } from "react-router";
import font from "~/assets/made/fraunces.ttf?inline";
import { readBrandFile } from "~/features/operations/settings/brand/brand";
import { readBrandPicture } from "~/features/operations/settings/brand/draw.server";
import { drawMark } from "~/features/operations/settings/brand/lettermark";
import { styleOf } from "~/features/operations/settings/brand/palette";
import { readCompany } from "~/features/operations/settings/queries.server";
import { requestContext } from "~/platform/context.server";
import { StoreDown } from "~/platform/files/store.server";
import { drawingHeaders, fileHeaders } from "~/platform/http/security-headers.server";
import type { Route } from "./+types/brand";

/** The colors, lettermark, logo, icons and picture for sharing of a company. An address says what is in it, so it is kept forever. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const asked = readBrandFile(params.file);
  if (asked?.kind === "style") return forever("text/css; charset=utf-8", styleOf(asked.accent));
  if (asked?.kind === "mark") return forever("image/svg+xml", drawMark(asked.letters, asked.accent));
  const ctx = requestContext(context);
  const address = `/brand/${encodeURIComponent(params.file)}`;
  try {
    const picture =
      asked && (await readBrandPicture({ files: ctx.files, font }, await readCompany(ctx), address));
    if (picture) return forever(picture.type, new Uint8Array(picture.content));
  } catch (err) {
    if (!(err instanceof StoreDown)) throw err;
    ctx.log.error({ err }, "the logo could not be read");
    throw data(null, { status: 503, headers: { "Retry-After": "60" } });
  }
  throw data(null, { status: 404 });
}

function forever(type: string, body: BodyInit): Response {
  return new Response(body, {
    headers: {
      ...(type === "image/svg+xml" ? drawingHeaders() : fileHeaders(type)),
      "Content-Type": type,
      "Cache-Control": "private, max-age=31536000, immutable",
    },
  });
}
