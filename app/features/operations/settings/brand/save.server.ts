import { and, eq } from "drizzle-orm";
import { admin_settings } from "~/db/schema/settings";
import type { StaffCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import { encodeLogo, MAX_LOGO_BYTES } from "~/platform/files/logo.server";
import { deleteFiles } from "~/platform/files/remove.server";
import { storeFile } from "~/platform/files/store-file.server";
import type { Fields } from "~/platform/request/form.server";
import { BrokenForm, formParts } from "~/platform/request/multipart.server";
import { readSettings } from "../queries.server";
import { recordSettings, storeSetting } from "../store.server";
import { accentOf } from "./accents";
import { formatLogo } from "./brand";

/** The form of the look as it came in. `logo` is null when no file was chosen. */
export type LookForm = { fields: Fields; logo: Buffer | null; fault: string | null };

const LIMITS = { file: MAX_LOGO_BYTES, field: 1024, parts: 12, total: 2 * MAX_LOGO_BYTES };

/** Reads the form of the look, which has a file. */
export async function receiveLook(request: Request): Promise<LookForm> {
  const form: LookForm = { fields: {}, logo: null, fault: null };
  try {
    for await (const { name, filename, content } of formParts(request, LIMITS)) {
      if (filename === null) form.fields[name] = content?.toString() ?? "";
      else if (content === null) form.fault = "The file is larger than 2 MB. Choose a smaller one.";
      else if (filename || content.length > 0) form.logo = content;
    }
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    form.fault = "Something was cut off on the way. Choose the file and send it again.";
  }
  return form;
}

export type SaveLookOutcome = { ok: true } | { ok: false; errors: { accent?: string; logo?: string } };

/**
 * Saves the accent, and the logo: a new one, none with `remove_logo`, else the one that is there. The old logo's file is
 * deleted. Saving twice has no further effect.
 */
export async function saveLook(ctx: StaffCtx, { fields, logo, fault }: LookForm): Promise<SaveLookOutcome> {
  const accent = accentOf(fields);
  const encoded = logo && !fault ? await encodeLogo(logo) : null;
  const wrong = fault ?? (encoded && !encoded.ok ? encoded.message : null);
  if (accent === null || wrong)
    return {
      ok: false,
      errors: { ...(accent === null && { accent: "Choose a color." }), ...(wrong && { logo: wrong }) },
    };
  const stored = encoded?.ok ? await storeFile(ctx, { kind: "logo", ...encoded.logo }) : null;
  if (stored && !stored.ok)
    return { ok: false, errors: { logo: "The logo can't be stored right now. Try again in a minute." } };
  await ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "settings");
    const before = await readSettings({ db: tx });
    if (before["brand.accent"] !== accent) {
      await storeSetting(tx, ctx, { category: "brand", key: "accent", value: accent });
      await recordSettings(tx, ctx, "look", {
        before: { accent: before["brand.accent"] },
        after: { accent },
      });
    }
    if (!stored && !(fields.remove_logo && before["brand.logo"])) return;
    const [old] = await tx.select({ file_id: admin_settings.file_id }).from(admin_settings).where(isLogo);
    const { file } = stored ?? {};
    const value = file ? formatLogo(logoOf(file)) : "";
    await storeSetting(tx, ctx, { category: "brand", key: "logo", value, file_id: file?.id ?? null });
    if (old?.file_id) await deleteFiles(tx, ctx, [old.file_id]);
    const words = (is: unknown) => (is ? "a picture" : "none");
    await recordSettings(tx, ctx, "look", {
      before: { logo: words(before["brand.logo"]) },
      after: { logo: words(file) },
    });
  });
  return { ok: true };
}

const isLogo = and(eq(admin_settings.category, "brand"), eq(admin_settings.key, "logo"));

type StoredLogo = {
  media_type: string;
  width: number | null;
  height: number | null;
  sha256: string;
  small_sha256: string | null;
};

function logoOf({ media_type, width, height, sha256, small_sha256 }: StoredLogo) {
  const file = media_type === "image/png" ? ("png" as const) : ("svg" as const);
  return { file, width: width ?? 1, height: height ?? 1, sha256, small_sha256: small_sha256 ?? sha256 };
}
