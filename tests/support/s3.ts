import S3rver from "s3rver";
import { afterAll } from "vitest";
import { temporaryFolderOfFile } from "./temporary-folder";

/** A real server that speaks S3's protocol, with one empty bucket, on a free port. Returns its FILES_URL. */
export async function s3Server({ bucket = "photos" } = {}): Promise<string> {
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: await temporaryFolderOfFile(),
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  afterAll(() => server.close());
  return `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=off`;
}
