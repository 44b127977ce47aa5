// Passkeys in the browser. Values travel as JSON with base64url text. Browsers can do this by themselves since 2025; older ones,
// and password managers that stand in for them, can't.

/** Whether this page can ask for passkeys. They need a host name and, except on localhost, https. */
export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** Creates a passkey, after the person has confirmed it. Returns the answer for the server as text. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(withBytes),
  } as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  if (!made) throw new Error("No passkey was created");
  const response = made.response as AuthenticatorAttestationResponse;
  return answerOf(made, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports?.(),
  });
}

/** Asks for a passkey; `isAutofill` offers it under the email field and waits. Returns the answer for the server as text. */
export async function askForPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  { isAutofill, signal }: { isAutofill: boolean; signal: AbortSignal },
): Promise<string> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: isAutofill ? [] : options.allowCredentials?.map(withBytes),
  } as PublicKeyCredentialRequestOptions;
  const mediation = isAutofill ? "conditional" : undefined;
  const found = await navigator.credentials.get({ publicKey, mediation, signal });
  if (!found) throw new Error("No passkey was chosen");
  const response = (found as PublicKeyCredential).response as AuthenticatorAssertionResponse;
  return answerOf(found as PublicKeyCredential, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle ? textOf(response.userHandle) : undefined,
  });
}

function answerOf({ id, rawId, type }: PublicKeyCredential, response: Record<string, unknown>): string {
  return JSON.stringify({ id, rawId: textOf(rawId), type, response, clientExtensionResults: {} });
}

function withBytes(descriptor: PublicKeyCredentialDescriptorJSON) {
  return { ...descriptor, id: bytesOf(descriptor.id) };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
