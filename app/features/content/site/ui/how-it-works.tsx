import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { Section } from "~/ui/page/section";

const CARD = {
  title: "Instant Payment",
  text: "Pay securely by card when you book. Your receipt comes by email.",
};
const NO_CARD = {
  title: "Clear Price",
  text: "You see the full amount before you book, and when you pay it. Your receipt comes by email.",
};

const stepsWith = (payment: typeof CARD) => [
  {
    title: "Book Online",
    text: "Choose a service, a day and a time. It takes about two minutes, and no account is needed.",
  },
  {
    title: "We Clean",
    text: "Your crew arrives with its own supplies and works through the house, room by room, from the top down.",
  },
  payment,
  {
    title: "Enjoy your time",
    text: "Walk the dog, see a friend, read on the porch. The house is done.",
  },
];

/** The four steps, numbered. `takesCards`: whether customers can pay by card. */
export function HowItWorks({ takesCards }: { takesCards: boolean }) {
  return (
    <Section
      ground="sage"
      heading="How It Works"
      lead="Four steps, and only the first one asks anything of you."
    >
      <div className="relative">
        <div
          aria-hidden
          className="absolute inset-y-0 left-0 w-12 overflow-hidden rounded-full bg-paper md:hidden"
        >
          <BarkLines />
        </div>
        <ol className="relative grid gap-x-8 gap-y-9 max-md:py-4 md:grid-cols-2 md:gap-y-12 lg:grid-cols-4">
          {stepsWith(takesCards ? CARD : NO_CARD).map(({ title, text }, index) => (
            <li key={title} className="group relative flex gap-6 md:block">
              <LenticelDivider className="absolute top-6 left-17 w-[calc(100%-4.25rem)] -translate-y-1/2 text-evergreen-700/70 group-last:hidden max-md:hidden md:max-lg:group-even:hidden" />
              <span className="grid size-12 shrink-0 place-items-center rounded-full bg-evergreen-700 font-[560] font-display text-lg text-snow tabular-nums forced-colors:border">
                {index + 1}
              </span>
              <div className="pt-2 md:pt-6">
                <h3 className="text-heading">{title}</h3>
                <p className="mt-2 max-w-[34ch] text-moss">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

function BarkLines() {
  return (
    <svg aria-hidden="true" className="size-full fill-none stroke-ink/60 stroke-[3] [stroke-linecap:round]">
      <pattern id="bark" width="48" height="150" patternUnits="userSpaceOnUse">
        <path d="M4 10h13M34 30h8M8 78h5M24 88h18M3 104h20M36 128h5M10 140h7" />
      </pattern>
      <rect width="100%" height="100%" className="stroke-none" fill="url(#bark)" />
    </svg>
  );
}
