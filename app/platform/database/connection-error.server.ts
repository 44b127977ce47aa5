import { isPrivateRefusal } from "~/platform/outside/public-address.server";

/**
 * Why a connection to a host failed, in a sentence that repeats nothing from the other side; undefined for any other error.
 */
export function describeConnectionError(error: unknown, host: string): string | undefined {
  if (isPrivateRefusal(error)) return "Private networks are not allowed.";
  const { code, originalCode = code } = error as { code?: string; originalCode?: string };
  switch (originalCode) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EDNS":
      return `The name ${host} can't be found.`;
    case "ECONNREFUSED":
      return `${host} refused the connection.`;
    case "ECONNRESET":
    case "EPIPE":
    case "ECONNECTION":
      return `${host} closed the connection without responding.`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `${host} did not respond in time.`;
    default:
      return undefined;
  }
}
