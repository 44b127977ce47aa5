import type { Ctx } from "~/platform/context.server";
import { readWhole } from "~/platform/files/store.server";
import { picturesOf, withLogo } from "./logo";

type World = Pick<Ctx, "files">;
type Inline = ReturnType<typeof picturesOf>[number];

/** Inline images of an HTML email: the birch, or the company's logo as it was when the email was written. */
export async function picturesIn({ files }: World, html: string): Promise<Inline[]> {
  const [cid, sha256] = /\bcid:(logo-([0-9a-f]{64}))/.exec(html)?.slice(1) ?? [];
  const content = cid && sha256 ? await readWhole(files, sha256) : null;
  if (!cid || !content) return picturesOf(html);
  return [{ cid, contentType: "image/png", base64: content.toString("base64") }];
}

/** Embeds the images in the HTML, to show the email in a browser. */
export async function withPictures(world: World, html: string): Promise<string> {
  const pictures = await picturesIn(world, html);
  const embed = (shown: string, { cid, contentType, base64 }: Inline) =>
    shown.replaceAll(`"cid:${cid}"`, `"data:${contentType};base64,${base64}"`);
  return withLogo(pictures.reduce(embed, html));
}
