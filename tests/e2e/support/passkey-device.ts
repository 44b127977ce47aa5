import type { BrowserContext, Page } from "@playwright/test";

/** A device that keeps passkeys, and whose owner confirms at once or never. */
export async function addDevice(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the owner passes the check of finger, face or PIN. */
    confirms: (isUserVerified: boolean) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    count: async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

/** The test's device would answer at once what a browser offers under the email field. */
export const withoutAutofill = (page: Page) =>
  page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
