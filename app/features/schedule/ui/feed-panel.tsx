import { FeedAddress } from "~/ui/feed-address";
import { SidePanel } from "~/ui/side-panel";

type Props = { url: string | null; action: string; closeHref: string };

/** The office's private calendar address, with the visits of all crews. */
export function FeedPanel({ url, action, closeHref }: Props) {
  return (
    <SidePanel title="Calendar" closeHref={closeHref}>
      <p className="mb-4 text-moss">
        The visits of all crews in your own calendar, with address, access notes, first name and phone.
        Whoever has the private address can read that: replace it when somebody leaves the office. Each crew
        has an address of its own, on its page.
      </p>
      <FeedAddress url={url} action={action} label="Private address of the office" />
    </SidePanel>
  );
}
