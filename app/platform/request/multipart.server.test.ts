import { describe, expect, test } from "vitest";
import { BrokenForm, formParts } from "./multipart.server";

const LIMITS = { file: 1000, field: 100, parts: 4, total: 5000 };

/** A posted form whose body arrives in pieces of so many bytes. */
async function posted(form: FormData, pieceBytes: number, change = (body: Buffer) => body): Promise<Request> {
  const whole = new Request("https://site.example/", { method: "POST", body: form });
  const body = change(Buffer.from(await whole.arrayBuffer()));
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < body.length; at += pieceBytes)
        controller.enqueue(new Uint8Array(body.subarray(at, at + pieceBytes)));
      controller.close();
    },
  });
  const headers = { "Content-Type": whole.headers.get("Content-Type") ?? "" };
  return new Request("https://site.example/", {
    ...{ method: "POST", body: stream, headers, duplex: "half" },
  } as RequestInit);
}

async function read(request: Request, limits = LIMITS) {
  const parts = [];
  for await (const { name, filename, content } of formParts(request, limits))
    parts.push([name, filename, content?.toString("latin1") ?? null]);
  return parts;
}

const file = (text: string) => new File([text], 'pi"c\r\nture é.jpg', { type: "image/jpeg" });

function aForm(...files: File[]): FormData {
  const form = new FormData();
  form.set("words", "The sink");
  for (const one of files) form.append("pictures", one);
  return form;
}

describe.each([1, 7, 4096])("a form that arrives in pieces of %i bytes", (bytes) => {
  test("has its fields and files, line breaks and all", async () => {
    const content = "\r\n--\r\n----\r\n\r\nend\r\n";
    expect(await read(await posted(aForm(file(content), file("")), bytes))).toEqual([
      ["words", null, "The sink"],
      ["pictures", 'pi"c  ture é.jpg', content],
      ["pictures", 'pi"c  ture é.jpg', ""],
    ]);
  });

  test("loses only the file that is too long", async () => {
    const parts = await read(await posted(aForm(file("x".repeat(1001)), file("x".repeat(1000))), bytes));
    expect(parts.map(([, , content]) => content?.length ?? null)).toEqual([8, null, 1000]);
  });
});

test.each([
  ["is cut off", (body: Buffer) => body.subarray(0, body.length - 10)],
  ["is empty", () => Buffer.alloc(0)],
  ["has a part without a name", (body: Buffer) => Buffer.from(body.toString().replaceAll("name=", "game="))],
])("a form that %s is refused", async (_what, change) => {
  await expect(read(await posted(aForm(file("x")), 64, change))).rejects.toThrow(BrokenForm);
});

test("a form is not read further than it may be long", async () => {
  const form = aForm(file("x".repeat(6000)));
  await expect(read(await posted(form, 64))).rejects.toThrow("The form is too long.");
});

test("a form with too many parts, or too long a field, is refused", async () => {
  const many = aForm(...Array.from({ length: 4 }, () => file("x")));
  await expect(read(await posted(many, 64))).rejects.toThrow("The form has too many parts.");
  const long = new FormData();
  long.set("words", "x".repeat(101));
  await expect(read(await posted(long, 64))).rejects.toThrow("A field is too long.");
});

test("a body that is no such form is refused", async () => {
  const body = new URLSearchParams({ words: "x" });
  await expect(read(new Request("https://site.example/", { method: "POST", body }))).rejects.toThrow(
    BrokenForm,
  );
});
