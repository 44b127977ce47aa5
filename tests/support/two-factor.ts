import type { testApp } from "./app";
import { PASSWORD, signedIn } from "./sign-in";
import { totp } from "./totp";

type World = Pick<Awaited<ReturnType<typeof testApp>>, "pool" | "runtime">;

/** A customer whose login requires a code; signed out. */
export async function withTwoFactor(world: World, email: string) {
  const { id, cookie } = await signedIn(world, { email });
  const cookies = [cookie];
  const auth = () =>
    world.runtime.auth.forRequest(
      "https://site.example",
      new Headers({ Cookie: cookies.join("; ") }),
      (set) => cookies.unshift(set.split(";")[0] ?? ""),
    );
  const begun = await auth().enableTwoFactor({ password: PASSWORD, issuer: "White Birch" });
  if (!begun.ok || !("totpURI" in begun.value)) throw new Error("Two-factor could not be set up");
  const secret = new URL(begun.value.totpURI).searchParams.get("secret") ?? "";
  const confirmed = await auth().confirmTwoFactor(totp(secret));
  if (!confirmed.ok) throw new Error(confirmed.code);
  await world.pool.query("delete from sessions where user_id = $1", [id]);
  return { id, secret, codes: begun.value.backupCodes };
}
