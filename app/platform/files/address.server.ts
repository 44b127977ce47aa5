/** A bucket of a store that speaks S3's protocol, and the keys to it. */
export type Bucket = {
  /** With the bucket's name as its first folder, and without a slash at the end. */
  url: string;
  name: string;
  host: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

/** How FILES_URL looks, as the end of "FILES_URL must be …". */
export const BUCKET_SHAPE =
  "a URL like s3://KEY:SECRET@host:port/bucket?region=us-east-1 (percent-encode special characters of KEY and SECRET; &tls=off without TLS)";

/** Reads FILES_URL; null unless it has the shape of `BUCKET_SHAPE`. */
export function readBucket(text: string): Bucket | null {
  if (!text.startsWith("s3://") || !URL.canParse(text)) return null;
  const { username, password, host, pathname, searchParams, hash } = new URL(text);
  const [, name] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname) ?? [];
  const { region = "us-east-1", tls = "on", ...rest } = Object.fromEntries(searchParams);
  const isRight = /^[\w-]+$/.test(region) && ["on", "off"].includes(tls) && Object.keys(rest).length === 0;
  if (!username || !password || !host || !name || hash || !isRight) return null;
  try {
    const [accessKey, secretKey] = [decodeURIComponent(username), decodeURIComponent(password)];
    const url = `${tls === "on" ? "https" : "http"}://${host}/${name}`;
    return { url, name, host, region, accessKey, secretKey };
  } catch {
    return null;
  }
}
