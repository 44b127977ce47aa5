import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

/** A backup's file. An encrypted one opens with its own key, in base64, which opens no other file. */
export type BackupFile = string | { file: string; key: string };

export const pathOf = (source: BackupFile) => (typeof source === "string" ? source : source.file);

/** The file is encrypted and was to be read without its key. */
export class LockedBackup extends Error {
  override name = "LockedBackup";
}

/** How an encrypted file begins (age-encryption.org/v1). */
const MAGIC = "age-encryption.org/v1\n";
/** The header of a file for a few recipients has less than 1 KB. */
const HEADER_BYTES = 16 * 1024;

/** Why the text is not the public key of somebody to encrypt for; null if it is. */
export function recipientError(text: string): string | null {
  if (/^AGE-SECRET-KEY-/i.test(text))
    return "This is the secret identity. Enter the recipient, which begins with age1, and keep the identity to yourself";
  try {
    new Encrypter().addRecipient(text);
    return null;
  } catch {
    return "This is not an age recipient. It begins with age1; age-keygen prints it as 'Public key'";
  }
}

/** The identity in what somebody entered: a line of its own, as age-keygen writes it, or alone. Null if there is none. */
export function identityIn(text: string): string | null {
  return /^\s*(AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]+)\s*$/im.exec(text)?.[1]?.toUpperCase() ?? null;
}

/** Encrypts a stream for a recipient. `onKey` gets the key of this file, to read it again without the identity. */
export async function* encrypted(
  content: AsyncIterable<Uint8Array>,
  recipient: string,
  onKey: (key: string) => void,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  encrypter.addRecipient({
    wrapFileKey(key) {
      onKey(Buffer.from(key).toString("base64"));
      return [];
    },
  });
  yield* fromWeb(await encrypter.encrypt(toWeb(content)));
}

/** Decrypts a stream with the key of its file. Throws if the key is wrong, or the stream is damaged or cut off. */
export async function* decrypted(
  content: AsyncIterable<Uint8Array>,
  key: string,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: () => new Uint8Array(Buffer.from(key, "base64")) });
  yield* fromWeb(await decrypter.decrypt(toWeb(content)));
}

/** A recipient whose identity nobody keeps: only the key of the file reads what is encrypted for it. */
export async function throwawayRecipient(): Promise<string> {
  return identityToRecipient(await generateX25519Identity());
}

/** Whether the file is encrypted, by its first bytes. */
export async function isEncryptedFile(file: string): Promise<boolean> {
  return (await firstBytes(file, MAGIC.length)).toString("latin1") === MAGIC;
}

/** The key of one encrypted file, read with the identity; null if the identity is not that of its recipient. */
export async function unlock(file: string, identity: string): Promise<string | null> {
  try {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    return Buffer.from(await decrypter.decryptHeader(await firstBytes(file, HEADER_BYTES))).toString(
      "base64",
    );
  } catch {
    return null;
  }
}

async function firstBytes(file: string, length: number): Promise<Buffer> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

function toWeb(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream<Uint8Array>;
}

function fromWeb(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return Readable.fromWeb(stream as unknown as NodeStream<Uint8Array>);
}
