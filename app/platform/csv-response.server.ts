import { type CsvColumns, csvHead, csvRows } from "~/lib/csv";

/**
 * A table as a download that is written while it is read: `batches` are asked for one by one, as fast as the browser
 * takes them, so that a million rows need no more memory than one batch.
 */
export function csvResponse<Row>(
  filename: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): Response {
  const encoder = new TextEncoder();
  const rows = batches[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(csvHead(columns))),
      async pull(controller) {
        const { value, done } = await rows.next();
        if (done) return controller.close();
        if (value.length > 0) controller.enqueue(encoder.encode(csvRows(value, columns)));
      },
      async cancel() {
        await rows.return?.();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
    },
  });
}
