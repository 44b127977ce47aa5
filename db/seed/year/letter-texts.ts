/** Messages of the year, with the office's reply. `{name}` is who wrote. */
export const MESSAGES: readonly (readonly [message: string, reply: string | null])[] = [
  [
    "Do you bring your own vacuum, or should ours be out? It is old and loud and I would be glad to spare you.",
    "Hello {name},\n\nwe bring everything. Please leave yours in the closet, we will not look.",
  ],
  [
    "Could the crew come half an hour later on Friday? My train is late again.",
    "Hello {name},\n\nof course. The crew knows, and you have an email with the new time.",
  ],
  [
    "We have new floors of white oak. Is there anything that you should not use on them?",
    "Hello {name},\n\nonly water and a drop of the soap that came with them. We have noted it for your home.",
  ],
  [
    "I would like a receipt with our company’s name on it for March, please.",
    "Hello {name},\n\nyou find it under Orders in your account. The name is changed.",
  ],
  [
    "Is the price for the camp the same when we are nine instead of six?",
    "Hello {name},\n\nyes, it goes by the rooms. Should the linen take longer, the crew asks you first.",
  ],
  ["Thank you for coming through all that snow. Nobody else did that week.", null],
  [
    "Do you clean chimneys?",
    "Hello {name},\n\nwe don’t, but the people at Epsom Hearth & Stove know who does.",
  ],
  [
    "There is a bat in the attic bedroom. Please tell the crew to leave that door shut.",
    "Hello {name},\n\nthank you! The door stays shut, and so do we.",
  ],
  [
    "My mother moves in with us in two weeks. How soon could you do the downstairs apartment?",
    "Hello {name},\n\nthere is room on Thursday at noon. It is held for you until tomorrow.",
  ],
  [
    "I can’t find the email with my link any more. Could you send it once more?",
    "Hello {name},\n\nit is on its way to this address.",
  ],
  [
    "We are looking for somebody for our bank branches in Concord, three evenings a week. Is that a size for you?",
    "Hello {name},\n\nit is. May we come and look at one of them on Tuesday?",
  ],
  ["The crew left a blue sponge. It looks lonely.", null],
];

/** Applications of the year: what somebody wrote, and what became of it. */
export const APPLICATIONS = [
  {
    days_ago: 341,
    position: "Cleaning Specialist",
    first_name: "Rosa",
    last_name: "Delgado",
    status: "hired",
    words:
      "I cleaned a school in Manchester for six years and would like to see daylight while I work. I have a car and I am never late.",
  },
  {
    days_ago: 338,
    position: "Cleaning Specialist",
    first_name: "Jonah",
    last_name: "Pruitt",
    status: "hired",
    words:
      "I have worked in kitchens since I was sixteen and know what clean means. Mornings are best for me.",
  },
  {
    days_ago: 262,
    position: "Team Lead",
    first_name: "Wendell",
    last_name: "Royce",
    status: "rejected",
    words: "Thirty years in the Navy, where everything shines. I would expect to set the schedule myself.",
  },
  {
    days_ago: 214,
    position: "Cleaning Specialist",
    first_name: "Mateo",
    last_name: "Rivas",
    status: "hired",
    words:
      "My aunt works at a hotel and taught me how to make a bed in ninety seconds. I would like steady hours.",
  },
  {
    days_ago: 209,
    position: "Team Lead",
    first_name: "Shauna",
    last_name: "Keane",
    status: "hired",
    words: "I ran the housekeeping of an inn with twelve rooms. The inn was sold; I was not.",
  },
  {
    days_ago: 131,
    position: "Customer Success Representative",
    first_name: "Ivy",
    last_name: "Larkin",
    status: "rejected",
    words: "I am quick on the phone and I spell well. I could work from Vermont.",
  },
  {
    days_ago: 84,
    position: "Cleaning Specialist",
    first_name: "Tess",
    last_name: "Aldrich",
    status: "interviewed",
    words: "I finish school in June and would like to work for a year before college, outdoors or in.",
  },
  {
    days_ago: 47,
    position: "Cleaning Specialist",
    first_name: "Amos",
    last_name: "Whitely",
    status: "rejected",
    words: "I can start today and I need weekends off.",
  },
] as const;
