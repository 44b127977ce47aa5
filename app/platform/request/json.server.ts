type Json = { ok: true; value: unknown } | { ok: false; status: 400 | 415; message: string };

/** The JSON body of a request, or why it can't be read. */
export async function readJson(request: Request): Promise<Json> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return { ok: false, status: 415, message: "Send the request as Content-Type: application/json." };
  }
  try {
    return { ok: true, value: JSON.parse(await request.text()) };
  } catch {
    return { ok: false, status: 400, message: "The request body is not valid JSON." };
  }
}
