import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import { PICTURE_FAULTS } from "./picture";
import {
  appendUpload,
  finishUpload,
  type Named,
  openUpload,
  readUpload,
  removeUpload,
} from "./uploads.server";

/** Bytes. The longest part that a request may bring. */
export const MAX_PART_BYTES = 256 * 1024;

const FAULTS = {
  ...PICTURE_FAULTS,
  missing: "There is no such upload. Begin it again.",
  offset: "The part does not begin where the last one ended.",
  "too many": "Too many uploads are waiting. Finish some of them first.",
  "other size": "This upload was begun with another size.",
  "part too long": `A part may have at most ${MAX_PART_BYTES / 1024} KB.`,
  "bad request": "Upload-Length or Upload-Offset must be a whole number.",
  "bad method": "An upload knows GET, PUT, PATCH, POST and DELETE.",
  "store full": "There is no space left for the photo. The office must make room; keep the photo until then.",
  "store down": "The photo can't be stored right now. Try again in a minute.",
};
type Fault = keyof typeof FAULTS;

const STATUSES: Partial<Record<Fault, number>> = {
  missing: 404,
  offset: 409,
  "other size": 409,
  "too many": 429,
  "too many bytes": 413,
  "part too long": 413,
  "bad request": 400,
  "bad method": 405,
  "store full": 507,
  "store down": 503,
};

/**
 * Answers the requests of one resumable upload, for loader and action of a route that knows who asks:
 *
 * - `PUT` with Upload-Length begins it, or tells how far it is,
 * - `PATCH` with Upload-Offset and a body adds a part; 409 tells where the next one begins,
 * - `POST` stores the picture and returns `file_id`,
 * - `GET` tells how far it is, `DELETE` gives it up.
 *
 * Each may be repeated. Answers are JSON: `{ bytes, offset, file_id }`, or `{ reason, error, offset? }`.
 */
export async function respondToUpload(
  request: Request,
  ctx: Pick<Ctx, "db" | "files" | "log" | "jobs" | "now">,
  named: Named,
): Promise<Response> {
  if (!isUuid(named.id)) return refusal("missing");
  switch (request.method) {
    case "GET":
    case "HEAD": {
      const upload = await readUpload(ctx, named);
      return upload ? answer(200, upload) : refusal("missing");
    }
    case "PUT": {
      const bytes = wholeNumber(request, "Upload-Length");
      if (bytes === null) return refusal("bad request");
      const opened = await openUpload(ctx, { ...named, bytes });
      if (!opened.ok) return refusal(opened.reason);
      const { isNew, offset, file_id } = opened;
      return answer(isNew ? 201 : 200, { bytes, offset, file_id });
    }
    case "PATCH": {
      const offset = wholeNumber(request, "Upload-Offset");
      if (offset === null) return refusal("bad request");
      const content = await readPart(request);
      if (!content) return refusal("part too long");
      const added = await appendUpload(ctx, { ...named, offset, content });
      return added.ok
        ? answer(200, { offset: added.offset })
        : refusal(added.reason, "offset" in added ? added.offset : undefined);
    }
    case "POST": {
      const finished = await finishUpload(ctx, named);
      return finished.ok
        ? answer(200, { file_id: finished.file_id })
        : refusal(finished.reason, "offset" in finished ? finished.offset : undefined);
    }
    case "DELETE":
      await removeUpload(ctx, named);
      return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
    default:
      return refusal("bad method");
  }
}

/** A count of bytes in a header; null unless it is a whole number. */
function wholeNumber(request: Request, header: string): number | null {
  const text = request.headers.get(header) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The body; null if it is too long. */
async function readPart(request: Request): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_PART_BYTES) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

type Body = { bytes?: number; offset?: number; file_id?: string | null; reason?: Fault; error?: string };

function answer(status: number, body: Body, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

/** What is wrong, as a word for the program that sent it and as a sentence for people. */
function refusal(reason: Fault, offset?: number): Response {
  const later = reason === "store down" || reason === "store full";
  return answer(
    STATUSES[reason] ?? 422,
    { reason, error: FAULTS[reason], ...(offset !== undefined && { offset }) },
    later ? { "Retry-After": "60" } : {},
  );
}
