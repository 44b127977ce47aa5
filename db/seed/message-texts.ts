import type { job_applications } from "../../app/db/schema/careers";
import type { contact_messages } from "../../app/db/schema/messages";
import { demoEmail, people } from "./people";

const [customer] = people;
const PORTSMOUTH = "Portsmouth, NH";

type Letter<Table extends { $inferInsert: object }> = Omit<
  Table["$inferInsert"],
  "submission_id" | "created_at" | "updated_at"
> & { hours: number };

export const messages: (Letter<typeof contact_messages> & {
  /** When it was read. */
  read_hours?: number;
})[] = [
  {
    hours: 2,
    status: "new",
    name: `${customer.first} ${customer.last}`,
    email: demoEmail(customer),
    phone: "(603) 555-0110",
    message:
      "The kitchen looked wonderful on Tuesday, thank you. Could the crew take the inside of the refrigerator next time? I will have it emptied by nine.",
  },
  {
    hours: 7,
    status: "new",
    name: "Kevin Marchand",
    email: "kevin.marchand@mail.example",
    message:
      "We close on a house in Epsom at the end of next month and would like a move-in cleaning before the furniture comes. It is about 1,800 square feet, empty, with one very old bathroom.\n\nDo you need to see it first, or is the price on the website all there is to it?",
  },
  {
    hours: 26,
    status: "new",
    name: "Ruth Dionne",
    email: "ruth.dionne@mail.example",
    phone: "(603) 555-0163",
    message: "Do you come out to camps on Lower Suncook Lake? Ours is open until the middle of October.",
  },
  {
    hours: 33,
    read_hours: 25,
    status: "new",
    name: "Tom Gallagher",
    email: "tom.gallagher@mail.example",
    phone: "(603) 555-0168",
    message:
      "We rent out a small house in Barnstead and need somebody between guests, mostly Sundays between eleven and three. Would that be possible through the summer, and could you wash the linen too?",
  },
  {
    hours: 51,
    read_hours: 49,
    status: "replied",
    name: "Arjun Mehta",
    email: "arjun.mehta@mail.example",
    phone: "(603) 555-0171",
    message:
      "Our office on Main Street in Concord has six desks and a small kitchen. What would one evening a week come to?",
  },
  {
    hours: 98,
    read_hours: 95,
    status: "replied",
    name: "Claire Boisvert",
    email: "claire.boisvert@mail.example",
    message:
      "My cat hides from the vacuum. Is there a way to leave one room for last so that she can move over?",
  },
  {
    hours: 220,
    read_hours: 218,
    archived_from: "new",
    status: "archived",
    name: "Peter Sanborn",
    email: "peter.sanborn@mail.example",
    phone: "(603) 555-0182",
    message: "Just wanted to say that the two ladies who came on Friday were a delight. Nothing to answer.",
  },
  {
    hours: 410,
    read_hours: 409,
    archived_from: "new",
    status: "archived",
    name: "Northeast Directory Services",
    email: "offers@directory.example",
    message: "List your business in forty directories for one low price. Reply within 24 hours to claim it.",
  },
];

export const applications: Letter<typeof job_applications>[] = [
  {
    hours: 5,
    status: "new",
    position: "Cleaning Specialist",
    location: PORTSMOUTH,
    first_name: "Noah",
    last_name: "Tremblay",
    email: "noah.tremblay@mail.example",
    phone: "(603) 555-0191",
    experience: "Two years in hotel housekeeping",
    availability: "Weekdays, from the first of the month",
    resume_url: "https://www.linkedin.com/in/noah-tremblay-example",
    cover_letter:
      "I cleaned rooms at a hotel in Hampton for two summers and a winter and liked the quiet part of it best: leaving a room better than I found it. I live in Dover, have a car, and can start on the first.",
  },
  {
    hours: 30,
    status: "new",
    position: "Customer Success Representative",
    location: PORTSMOUTH,
    first_name: "Imani",
    last_name: "Brooks",
    email: "imani.brooks@mail.example",
    phone: "(603) 555-0192",
    availability: "Monday, Wednesday and Thursday",
    cover_letter:
      "For six years I ran the front desk of a veterinary clinic in Kittery, where people are worried and the phone never stops. I am patient on the phone and quick in writing, and three fixed days would suit my family well.",
  },
  {
    hours: 76,
    status: "reviewed",
    position: "Team Lead",
    location: PORTSMOUTH,
    first_name: "Beatriz",
    last_name: "Almeida",
    email: "beatriz.almeida@mail.example",
    phone: "(603) 555-0193",
    experience: "Four years, one of them leading a crew of three",
    availability: "Full time, two weeks' notice",
    resume_url: "https://beatriz-almeida.example/resume.pdf",
    cover_letter:
      "I have led a small crew in Portsmouth for a year and teach the way I was taught: by doing it side by side. I would like to do that for a company that plans its days so that nobody has to run.",
  },
  {
    hours: 190,
    status: "interviewed",
    position: "Operations Manager",
    location: PORTSMOUTH,
    first_name: "Owen",
    last_name: "MacLeod",
    email: "owen.macleod@mail.example",
    phone: "(603) 555-0194",
    experience: "Five years in field service for a heating company",
    availability: "From the first of next month",
    resume_url: "https://www.linkedin.com/in/owen-macleod-example",
    cover_letter:
      "I planned routes for eleven technicians between Rochester and Newburyport, through two bad winters. I know what a storm day does to a schedule, and I like calling the customer before the customer calls us.",
  },
  {
    hours: 520,
    status: "hired",
    position: "Cleaning Specialist",
    location: PORTSMOUTH,
    first_name: "Linh",
    last_name: "Pham",
    email: "linh.pham@mail.example",
    phone: "(603) 555-0195",
    experience: "New to the trade",
    availability: "School hours",
    cover_letter:
      "I have kept house for a family of seven and would like to be paid for it for once. I am careful, I am on time, and I do not mind stairs. School hours would be perfect for me.",
  },
  {
    hours: 610,
    status: "rejected",
    position: "Team Lead",
    location: PORTSMOUTH,
    first_name: "Dale",
    last_name: "Hutchins",
    email: "dale.hutchins@mail.example",
    phone: "(603) 555-0196",
    cover_letter:
      "I am looking for something in the Portsmouth area and can send references when you ask for them.",
  },
];

export const canned: { title: string; body: string }[] = [
  {
    title: "Inside of the refrigerator",
    body: "Hello {name},\n\nyes, we clean the inside of a refrigerator. Please have it empty when the crew comes, and leave a note with your booking. It adds about half an hour.",
  },
  {
    title: "Move-in and move-out",
    body: "Hello {name},\n\nfor a move-in or move-out cleaning the price is the hourly one on our website; an empty house goes faster than a furnished one. We do not need to see it first. Just book the hours you think it takes, and we call you if they will not do.",
  },
  {
    title: "Pets at home",
    body: "Hello {name},\n\nwe like animals, and they like us once the vacuum is off. Tell us in the notes which room should be last, and the crew plans for it.",
  },
];

export const replies: { email: string; hours: number; body: string }[] = [
  {
    email: "arjun.mehta@mail.example",
    hours: 49,
    body: "Hello Arjun,\n\nfor six desks and a kitchen we would plan two hours an evening with a crew of two. The hourly price is the one on our website under Commercial. Shall we come by for a look on Thursday?",
  },
  {
    email: "claire.boisvert@mail.example",
    hours: 95,
    body: "Hello Claire,\n\nof course. Tell us in the notes which room should be last, and we leave its door closed until she has moved.",
  },
  {
    email: "claire.boisvert@mail.example",
    hours: 90,
    body: "One more thing: the crew that comes to you has a quiet vacuum. I have asked them to bring that one.",
  },
];

const OFFICE = "At our office in Pittsfield, up the stairs";

export const meetings: {
  email: string;
  days: number;
  hour: number;
  hours: number;
  minutes: number;
  place: string;
  message: string;
}[] = [
  {
    email: "beatriz.almeida@mail.example",
    days: 3,
    hour: 10,
    hours: 48,
    minutes: 45,
    place: OFFICE,
    message: "Please bring an hour, so that you can meet the crew afterwards.",
  },
  {
    email: "owen.macleod@mail.example",
    days: -2,
    hour: 15,
    hours: 160,
    minutes: 60,
    place: OFFICE,
    message: "",
  },
];

export const notes: { email: string; hours: number; body: string }[] = [
  {
    email: "beatriz.almeida@mail.example",
    hours: 50,
    body: "Her former crew leader called back: calm, punctual, a good teacher.",
  },
  {
    email: "owen.macleod@mail.example",
    hours: 30,
    body: "Good talk. Wants to see a week of the schedule before he decides.",
  },
];

export const mails: { email: string; hours: number; subject: string; body: string }[] = [
  {
    email: "dale.hutchins@mail.example",
    hours: 560,
    subject: "Your application: Team Lead",
    body: "Hello Dale,\n\nthank you for applying as Team Lead. We have decided to go on with other applicants for this opening. We wish you all the best.",
  },
];
