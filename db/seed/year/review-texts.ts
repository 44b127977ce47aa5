/** What customers of the year write, with the stars that they gave. */
export const TEXTS: readonly (readonly [rating: number, text: string])[] = [
  [
    5,
    "Walked in after a week at my sister’s and the whole house smelled of nothing. That is the highest praise I have.",
  ],
  [5, "They found the corners. Every one of them."],
  [
    5,
    "I have had four cleaning companies in ten years. This is the first one that called me before I called them.",
  ],
  [4, "Very good work. I would have liked the trash taken to the barn and not to the porch."],
  [5, "The crew asked about the dog’s name and remembered it the next time."],
  [5, "We had guests arriving at four and a kitchen full of flour at noon. You would not have known."],
  [5, "Mud season, two boys, one dog. The floors look like floors again."],
  [5, "Booked on the phone from the car, paid by check, no trouble at all."],
  [5, "The bathroom grout has a color. I thought it was gray by nature."],
  [4, "Good and friendly. They ran half an hour over, which was fine by me."],
  [5, "Turned our camp around between two families in three hours, beds made and the grill wiped."],
  [5, "After my hip surgery this was the help I needed. They even brought the mail in."],
  [5, "Careful with my mother’s china. I watched, I admit it."],
  [5, "The move-out cleaning got us the whole deposit back. The landlord asked for the number."],
  [3, "The rooms were fine, the stairs were forgotten. They came back for them when I wrote."],
  [
    5,
    "Same two people each time. They know where the light switch in the cellar is, which my husband doesn’t.",
  ],
  [5, "Storm day: they wrote the evening before, offered Thursday, and came on Thursday. That is all I ask."],
  [5, "Windows so clean that a chickadee sat in front of one, confused."],
  [4, "Happy with it. The scented spray is not for me, and they have left it out since."],
  [5, "I left a list of eleven things. Twelve were done."],
  [5, "Quiet, quick, and the cat came out from under the bed while they were still here."],
  [5, "The oven. I have no other words. The oven."],
  [5, "We sell houses, and I send this crew in before the photographs. It pays for itself."],
  [5, "Polite to my father, who is ninety-one and follows people around with advice."],
  [5, "They swept the porch without being asked."],
  [4, "A solid job at a fair price. Next time I will book an hour more for the attic room."],
  [5, "My first time hiring anybody for this. They made it easy not to be embarrassed."],
  [5, "Paw prints gone from the couch, the car next."],
  [5, "The office is ready at eight on Mondays, and nobody has to think about it any more."],
  [5, "Spring cleaning that took me two weekends took them four hours."],
  [
    2,
    "The crew came on time but left the upstairs bath half done. The office answered the same day and gave me credit.",
  ],
  [5, "They moved the woodpile’s worth of dust behind the stove. I had given up on that."],
  [5, "Honest people. They found forty dollars in the dryer and left it on the counter with a note."],
  [5, "Everything was back where it stood, only cleaner."],
  [5, "A year now, every other Tuesday. I would sooner give up the television."],
  [5, "Lovely crew, lovely floors."],
];

/** Claims of the year: what was not right, what became of it, and how many days ago the visit was at least. */
export const CLAIMS = [
  {
    days_ago: 229,
    room: "Kitchen",
    words: "The front of the cabinets still has fingerprints, above all around the handles.",
    status: "refused",
    answer:
      "We looked at the crew’s photos and at your booking: cabinets are an extra. We are glad to add them next time.",
  },
  {
    days_ago: 163,
    room: "Stairs",
    words: "The stairs to the cellar were not vacuumed.",
    status: "credit",
    answer: "You are right, they were on the list. We have given you credit for the next visit.",
  },
  {
    days_ago: 112,
    room: "Whole camp",
    words: "The beds were made with last week’s sheets. Our guests noticed.",
    status: "credit",
    answer:
      "This should not have happened. Please take the credit, and from now on the crew sends a photo of each bed.",
  },
  {
    days_ago: 71,
    room: "Upstairs bath",
    words: "The tub was wiped around the bottles that stand on its edge. You can see where they were.",
    status: "credit",
    answer: "We’re sorry. We have given you credit, and the crew knows.",
  },
  {
    days_ago: 48,
    room: "Mudroom",
    words: "The floor of the mudroom is still gritty, and the bench was not moved.",
    status: "re-clean",
    answer: "We’re sorry. The crew comes back, moves the bench, and does the whole room again.",
  },
  {
    days_ago: 26,
    room: "Porch",
    words: "The windows of the porch were in the notes, and nobody did them.",
    status: "refused",
    answer: "Your notes came after the crew had left. They are on the list for your next visit.",
  },
] as const;
/** Cents of credit that answer a claim. */
export const CLAIM_CREDIT = 3000;
