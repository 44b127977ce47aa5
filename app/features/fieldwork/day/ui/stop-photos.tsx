import * as m from "~/features/fieldwork/messages/made/messages.js";
import { useOffline } from "~/features/fieldwork/offline/ui/offline";
import { compress } from "~/features/fieldwork/photos/ui/compress";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import type { ShownStop } from "./use-day";
import { useWords } from "./words";

/** Photos before and after the work: one tap opens the camera, and the phone uploads them when it can. */
export function StopPhotos({ stop }: { stop: ShownStop }) {
  const { say } = useWords();
  const { photos, addPhoto, dropPhoto } = useOffline();
  const own = photos.filter(({ visit }) => visit === stop.id);
  const refused = own.filter((photo) => photo.refused);
  const waiting = own.length - refused.length;
  const take = async (kind: "before" | "after", taken: FileList | null) => {
    for (const photo of taken ?? []) await addPhoto({ visit: stop.id, kind, content: await compress(photo) });
  };
  return (
    <section aria-labelledby="photos" className="grid gap-3 rounded-card bg-snow p-4 ring-1 ring-line">
      <h2 id="photos" className="font-sans font-semibold text-lg">
        {say(m.photos)}
      </h2>
      <div className="grid grid-cols-2 gap-2">
        {(["before", "after"] as const).map((kind) => (
          <label
            key={kind}
            className={cx(
              buttonLook({ variant: "secondary", size: "large" }),
              "relative flex-col gap-0 has-focus-visible:outline-2",
            )}
          >
            {say(kind === "before" ? m.photo_before : m.photo_after)}
            <span className="font-normal text-moss text-sm">
              {say(m.photos_taken, {
                count:
                  stop.photos[kind] + own.filter((photo) => photo.kind === kind && !photo.refused).length,
              })}
            </span>
            <input
              type="file"
              accept="image/*"
              capture="environment"
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={({ target }) => {
                void take(kind, target.files).then(() => {
                  target.value = "";
                });
              }}
            />
          </label>
        ))}
      </div>
      <p role="status" className="empty:hidden">
        {waiting > 0 && say(m.photos_waiting, { count: waiting })}
      </p>
      {refused.length > 0 && (
        <button
          type="button"
          className="min-h-12 text-left font-semibold text-berry"
          onClick={() => {
            for (const { id } of refused) void dropPhoto(id);
          }}
        >
          {say(m.photos_refused, { count: refused.length })} {say(m.understood)}
        </button>
      )}
    </section>
  );
}
