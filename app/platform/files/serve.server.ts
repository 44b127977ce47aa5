import { and, eq } from "drizzle-orm";
import { files } from "~/db/schema/files";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import { StoreDown } from "./store.server";

/** The whole file, or its thumbnail (the file itself if it has none). */
export type Size = "whole" | "small";

/** Seconds that the visitor's browser may show a file without asking again. Its content never changes. */
const CACHE_SECONDS = 60 * 60;
const MINUTE_SECONDS = 60;

/**
 * A stored file, or 404. The caller has decided that whoever asks may see it. Only their own browser may keep it, for
 * `seconds` (0: not at all); `shared`: anybody may.
 */
export async function storedFileResponse(
  ctx: Pick<Ctx, "db" | "files" | "log">,
  request: Request,
  id: string,
  {
    size = "whole",
    seconds = CACHE_SECONDS,
    shared = false,
  }: { size?: Size; seconds?: number; shared?: boolean } = {},
): Promise<Response> {
  const file = isUuid(id) ? await readStored(ctx, id) : undefined;
  if (!file) return refusal(404, "This file does not exist.");
  const sha256 = (size === "small" && file.small_sha256) || file.sha256;
  const kept = `${shared ? "public" : "private"}, max-age=${seconds}, immutable`;
  const headers = {
    ETag: `"${sha256}"`,
    "Cache-Control": seconds > 0 ? kept : "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  if (isKnown(request.headers.get("If-None-Match"), headers.ETag))
    return new Response(null, { status: 304, headers });
  try {
    const found = await ctx.files.read(sha256);
    if (!found) {
      ctx.log.error({ id, sha256 }, "the store does not have a file");
      return refusal(404, "This file is missing.");
    }
    if (request.method === "HEAD") await found.stream.cancel();
    return new Response(request.method === "HEAD" ? null : found.stream, {
      headers: {
        ...headers,
        "Content-Type": file.media_type,
        "Content-Length": String(found.bytes),
        "Content-Disposition": `inline; filename="${file.kind}-${id.slice(0, 8)}.${file.media_type.split("/")[1]}"`,
      },
    });
  } catch (err) {
    if (!(err instanceof StoreDown)) throw err;
    ctx.log.error({ err, id }, "a file could not be read");
    return refusal(503, "The file can't be read right now. Try again in a minute.", { "Retry-After": "60" });
  }
}

/**
 * A short link: the path of a file that whoever has it may open for `minutes`, or up to twice as long. Links that are made
 * within that time are the same, so that browsers know the picture.
 */
export function fileLink(
  { links, now }: Pick<Ctx, "links" | "now">,
  id: string,
  { size = "whole", minutes = 10 }: { size?: Size; minutes?: number } = {},
): string {
  const step = minutes * MINUTE_SECONDS;
  const until = (Math.ceil(secondsOf(now) / step) + 1) * step;
  const query = new URLSearchParams({ until: String(until), key: links.sign(subjectOf(id, until)) });
  if (size === "small") query.set("size", "small");
  return `/files/${id}?${query}`;
}

/** The file of a short link: 404 if it is wrong, 410 if it is over. */
export async function linkedFileResponse(
  ctx: Pick<Ctx, "db" | "files" | "links" | "log" | "now">,
  request: Request,
  id: string,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const until = /^\d{1,12}$/.test(searchParams.get("until") ?? "") ? Number(searchParams.get("until")) : 0;
  if (!ctx.links.isSigned(subjectOf(id, until), searchParams.get("key") ?? ""))
    return refusal(404, "This file does not exist.");
  const seconds = until - secondsOf(ctx.now);
  if (seconds <= 0) return refusal(410, "This link has expired. Open the page with the picture again.");
  const size = searchParams.get("size") === "small" ? "small" : "whole";
  return storedFileResponse(ctx, request, id, { size, seconds: Math.min(seconds, CACHE_SECONDS) });
}

const subjectOf = (id: string, until: number) => `file:${id}:${until}`;
const secondsOf = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / 1000);

async function readStored({ db }: Pick<Ctx, "db">, id: string) {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.status, "stored")));
  return file;
}

/** Whether If-None-Match names the content that the browser would get. */
function isKnown(given: string | null, tag: string): boolean {
  return (given ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}

function refusal(status: 404 | 410 | 503, message: string, headers: Record<string, string> = {}): Response {
  return new Response(`${message}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}
