import type { Vault } from "~/platform/vault.server";
import type { Header } from "./format";

export const SEAL_PLACE = "backup";
export const SEALED_WORD = "white birch";

/** Whether the backup was made with the same APP_SECRET. Otherwise its encrypted values can't be read here. */
export function hasSameSecret(vault: Vault, header: Header): boolean {
  return vault.open(header.seal, SEAL_PLACE) === SEALED_WORD;
}
