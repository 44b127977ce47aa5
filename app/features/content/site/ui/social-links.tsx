/** The company on three networks; their marks drawn in the line of the other icons. */
const networks = [
  {
    name: "Facebook",
    href: "https://www.facebook.com/whitebirchcleaningnh",
    mark: <path d="M17 3h-2.5A4.5 4.5 0 0 0 10 7.5V10H7v4h3v7h4v-7h3l1-4h-4V7.5a.5.5 0 0 1 .5-.5H17Z" />,
  },
  {
    name: "Instagram",
    href: "https://www.instagram.com/whitebirchcleaningnh",
    mark: (
      <>
        <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
        <circle cx="12" cy="12" r="4" />
        <path d="M16.8 7.2h.01" />
      </>
    ),
  },
  {
    name: "X",
    href: "https://x.com/whitebirchnh",
    mark: <path d="M4 4h4.2L20 20h-4.2ZM19 4l-6.3 7M5 20l6.3-7" />,
  },
];

export function SocialLinks() {
  return (
    <ul className="-ml-2.5 flex gap-1">
      {networks.map(({ name, href, mark }) => (
        <li key={name}>
          <a
            href={href}
            rel="noopener"
            className="grid size-11 place-items-center rounded-full text-moss transition-colors duration-150 hover:bg-sage-soft hover:text-evergreen-700"
          >
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-5 fill-none stroke-current stroke-[1.75] [stroke-linecap:round] [stroke-linejoin:round]"
            >
              {mark}
            </svg>
            <span className="sr-only">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
