import { type CsvColumns, csvHead, csvRows } from "~/lib/csv";

/**
 * A table as a download, streamed: each batch is read when the browser has taken the one before, so memory holds two
 * batches at most. `onEnd` gets the number of rows, once: before the last batch is sent, or when the download breaks off.
 */
export function csvResponse<Row>(
  filename: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  onEnd: (rows: number) => Promise<void>,
): Response {
  const encoder = new TextEncoder();
  const rows = batches[Symbol.asyncIterator]();
  let waiting = csvHead(columns);
  let count = 0;
  let ended = false;
  const end = async () => {
    if (ended) return;
    ended = true;
    await onEnd(count);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let step = await rows.next();
        while (!step.done && step.value.length === 0) step = await rows.next();
        if (step.done) await end();
        controller.enqueue(encoder.encode(waiting));
        if (step.done) return controller.close();
        waiting = csvRows(step.value, columns);
        count += step.value.length;
      },
      async cancel() {
        await end();
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
