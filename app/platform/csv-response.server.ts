import { type CsvColumns, csvHead, csvRows } from "~/lib/csv";

/**
 * A table as a download that is written while it is read: `batches` are asked for one by one, as fast as the browser
 * takes them, so that a million rows need no more memory than two batches. `onEnd` is told how many rows go out, once:
 * before the last of them do, or when the download is broken off.
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
