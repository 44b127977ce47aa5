import { LenticelDivider } from "~/ui/lenticel-divider";
import { Section } from "~/ui/section";

const steps = [
  {
    title: "Book Online",
    text: "Choose a service, a day and a time. It takes about two minutes, and no account is needed.",
  },
  {
    title: "We Clean",
    text: "Your crew arrives with its own supplies and works through the house, room by room, from the top down.",
  },
  {
    title: "Instant Payment",
    text: "Pay securely by card after the cleaning is complete. The receipt comes by email.",
  },
  {
    title: "Enjoy your time",
    text: "Walk the dog, drive up to the lake, read on the porch. The house is done.",
  },
];

/** Four numbered steps along a line of lenticels; on small screens down the bark of a birch. */
export function HowItWorks() {
  return (
    <Section
      ground="sage"
      heading="How It Works"
      lead="Four steps, and only the first one asks anything of you."
    >
      <div className="relative">
        <LenticelDivider className="absolute top-6 hidden w-3/4 -translate-y-1/2 text-evergreen-700/70 lg:block" />
        <div
          aria-hidden
          className="absolute inset-y-0 left-0 w-12 overflow-hidden rounded-full bg-paper lg:hidden"
        >
          <BarkLines />
        </div>
        <ol className="relative grid gap-9 py-4 lg:grid-cols-4 lg:gap-8 lg:py-0">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-6 lg:block">
              <span className="block shrink-0 lg:-ml-4 lg:w-fit lg:bg-sage-soft lg:px-4">
                <span className="grid size-12 place-items-center rounded-full bg-evergreen-700 font-[560] font-display text-lg text-snow tabular-nums">
                  {index + 1}
                </span>
              </span>
              <div className="pt-2 lg:pt-6">
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
