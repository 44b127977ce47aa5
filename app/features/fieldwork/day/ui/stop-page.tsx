import MapPin from "lucide-react/icons/map-pin";
import MessageSquare from "lucide-react/icons/message-square";
import Phone from "lucide-react/icons/phone";
import type { ReactNode } from "react";
import type { Rooms } from "~/features/fieldwork/day/day";
import type { Say } from "~/features/fieldwork/messages/language";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { Checklist } from "./checklist";
import { EntryCodes } from "./entry-codes";
import { type RefusedForm, ReportForm, Reports } from "./reports";
import { StateBadge } from "./state-badge";
import { StopPhotos } from "./stop-photos";
import { Taps } from "./taps";
import type { Day, ShownStop } from "./use-day";
import { useWords } from "./words";

const action =
  "flex min-h-13 items-center gap-3 rounded-control bg-snow px-4 py-2 font-semibold ring-1 ring-line active:bg-sage-soft";

/** Everything that a crew needs at one home, and the buttons of its visit. */
export function StopPage({ stop, day, refused }: { stop: ShownStop; day: Day; refused?: RefusedForm }) {
  const { say, clock } = useWords();
  const { progress } = stop;
  const name = stop.customer ?? say(m.customer);
  const number = stop.phone?.replaceAll(/[^+\d]/g, "");
  return (
    <article className="grid gap-5">
      <header>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="font-sans font-semibold text-2xl tabular-nums">
            {stop.starts} – {stop.ends}
          </h1>
          <StateBadge progress={progress} />
        </div>
        <p className="mt-1 text-lg">{[stop.service, stop.customer].filter(Boolean).join(" · ")}</p>
        <p className="text-moss">
          {stop.number}
          {progress.since !== null &&
            ` · ${
              progress.state === "done"
                ? say(m.done_at, { time: clock(progress.since) })
                : say(m.since, { time: clock(progress.since) })
            }`}
        </p>
      </header>

      <div className="grid gap-2">
        <a href={stop.map} className={action} target="_blank" rel="noreferrer">
          <MapPin className="size-6 shrink-0 text-evergreen-700" />
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-normal">{stop.address}</span>
            <span className="block text-evergreen-700">{say(m.open_map)}</span>
          </span>
        </a>
        {number && (
          <div className="grid grid-cols-2 gap-2">
            <a href={`tel:${number}`} className={action}>
              <Phone className="size-6 shrink-0 text-evergreen-700" />
              <span className="min-w-0 wrap-anywhere">{say(m.call, { name })}</span>
            </a>
            <a href={`sms:${number}`} className={action}>
              <MessageSquare className="size-6 shrink-0 text-evergreen-700" />
              <span className="min-w-0 wrap-anywhere">{say(m.text_message, { name })}</span>
            </a>
          </div>
        )}
      </div>

      {stop.codes && <EntryCodes stop={stop} codes={stop.codes} />}

      <dl className="grid gap-4 rounded-card bg-snow p-4 ring-1 ring-line">
        <Fact label={say(m.home)}>{stop.rooms && roomsIn(say, stop.rooms)}</Fact>
        <Fact label={say(m.extras)}>{stop.extras}</Fact>
        <Fact label={say(m.pets)}>{stop.pets}</Fact>
        <Fact label={say(m.parking)}>{stop.parking}</Fact>
        <Fact label={say(m.home_notes)}>{stop.home_notes}</Fact>
        <Fact label={say(m.visit_notes)}>{stop.notes}</Fact>
        <Fact label={say(m.home_photos)}>
          {stop.home_photos[0] &&
            stop.home_photos.map(({ href, caption }) => (
              <a
                key={href}
                href={href}
                target="_blank"
                rel="noreferrer"
                className="inline-block w-1/2 p-1 align-top"
              >
                <img
                  src={`${href}?size=small`}
                  alt={caption ? "" : say(m.home_photos)}
                  loading="lazy"
                  className="aspect-square w-full rounded-control object-cover"
                />
                {caption}
              </a>
            ))}
        </Fact>
      </dl>

      {stop.items.length > 0 && <Checklist stop={stop} day={day} />}
      {stop.on === "today" && <StopPhotos stop={stop} />}
      <Reports stop={stop} />
      {stop.on === "today" && <ReportForm stop={stop} day={day} refused={refused} />}
      {stop.on === "today" && <Taps stop={stop} day={day} />}
    </article>
  );
}

function roomsIn(say: Say, { bedrooms, bathrooms, half_baths, square_feet }: Rooms): string {
  const counted = [
    [bedrooms, m.bedrooms],
    [bathrooms, m.bathrooms],
    [half_baths, m.half_baths],
    [square_feet, m.square_feet],
  ] as const;
  return counted.flatMap(([count, message]) => (count ? say(message, { count }) : [])).join(", ");
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt className="text-moss">{label}</dt>
      <dd className="whitespace-pre-line text-lg/7 wrap-anywhere">{children}</dd>
    </div>
  );
}
