import type { Vault } from "~/platform/vault.server";
import type { Header } from "./format";

export const SEAL_PLACE = "backup";
export const SEALED_WORD = "white birch";

/** Whether the backup comes from a site with the same APP_SECRET: else what is sealed in it can't be opened here. */
export function hasOurSecret(vault: Vault, header: Header): boolean {
  return vault.open(header.seal, SEAL_PLACE) === SEALED_WORD;
}
