/* Who and what the sample mails speak of: one usual visit, plan, person and message, and one with everything at its longest. */

export const SITE = "https://whitebirch.example";
const ID = "3f6f1c52-6a0e-4b0b-9a51-5a0b7a1f9e21";
const KEY = "?key=8Qm2vJx0bT5yLr7WcN4fUe1sHa6kPdG9";

export const sender = {
  company_name: "White Birch Cleaning",
  contact_email: "hello@whitebirch.example",
  phone: "(603) 555-0142",
  address: { street: "", city: "Pittsfield", state: "NH", zip: "" },
};
const longSender = {
  company_name: "White Birch Cleaning and Property Care of Central New Hampshire",
  contact_email: "customer.service.and.bookings@white-birch-cleaning-and-property-care.example",
  phone: "+1 (603) 555-0142 ext. 4417",
  address: {
    street: "1482 Old North Barnstead and Catamount Mountain Road, Building 14B behind the sawmill",
    city: "Pittsfield-on-Suncook",
    state: "New Hampshire",
    zip: "03263-9999",
  },
};

const lines = [{ label: "Regular Cleaning, 3 hours", amount: "$159.00" }];
export const receipt = {
  number: "#1187",
  paid_on: "Nov 18, 2026",
  how: null,
  lines,
  total: "$159.00",
  url: `${SITE}/bookings/${ID}/receipt${KEY}`,
};
export const visit = {
  sender,
  number: "#1042",
  customer_name: "Ada",
  service: "Regular Cleaning",
  when: "Tuesday, November 24, 2026, 10:00 AM",
  duration: "3 hours",
  where: "14 Barnstead Road, Pittsfield, NH 03263",
  paid: "$159.00",
  receipt,
  lines,
  due: null,
  card: null,
  needs_card: false,
  deposit: null,
  card_charge: null,
  rest: null,
  of_plan: false,
  fees: "Need to cancel? Do it 24 hours or more ahead for a full refund; after that we keep half the price. If nobody lets us in, we keep the whole price.",
  url: `${SITE}/bookings/${ID}${KEY}`,
};
export const claim = { url: `${SITE}/bookings/${ID}/claim${KEY}`, hours: "24 hours" };
const longLines = [
  {
    label: "Move-in and Move-out Cleaning of a House with Outbuildings, 12 hours at $1,053.00",
    amount: "$12,636.00",
  },
  { label: "Tax (8.5%)", amount: "$1,074.06" },
];
export const payment = {
  sender,
  customer_name: visit.customer_name,
  of: "Regular Cleaning, Wednesday, November 18, 2026",
  number: "#1042",
  lines: [
    { label: "Regular Cleaning, 3 hours × $53.00", amount: "$159.00" },
    { label: "Extra time", amount: "$53.00" },
    { label: "Paid", amount: "−$159.00" },
  ],
  url: `${SITE}/pay/1`,
};

export const longVisit = {
  ...visit,
  sender: longSender,
  customer_name: "Maximiliane-Charlotte von Hohenstein-Wintersfeld",
  service: "Move-in and Move-out Cleaning of a House with Outbuildings",
  when: "Wednesday, September 30, 2026, 12:00 PM",
  duration: "12 hours",
  where:
    "1482 Old North Barnstead and Catamount Mountain Road, Apartment 14B behind the sawmill, Pittsfield-on-Suncook, NH 03263-9999",
  paid: "$13,710.06",
  lines: longLines,
  receipt: { ...receipt, how: "by check", lines: longLines, total: "$13,710.06" },
};
export const due = { ...visit, paid: null, receipt: null, due: "$159.00" };
export const ofPlan = { ...visit, paid: null, receipt: null, of_plan: true };
export const back = {
  money: "$159.00",
  credit: null,
  amount: "$159.00",
  failed: false,
  method: null,
  processing: false,
  before: null,
  fee: null,
  fee_card: null,
  no_show: false,
};

export const plan = {
  sender,
  number: "#1007",
  customer_name: "Ada",
  service: "Monthly Home Care",
  when: "Every other Tuesday at 10:00 AM",
  where: visit.where,
  price: "$289.00",
  url: `${SITE}/plans/${ID}${KEY}`,
};
export const planReceipt = {
  ...receipt,
  lines: [{ label: "Monthly Home Care, a month", amount: "$289.00" }],
  total: "$289.00",
  url: `${SITE}/plans/${ID}/receipt/${ID}${KEY}`,
};
export const days = ["24", "8", "22", "5", "19", "2"].map((day, index) => {
  const month = ["November", "December", "December", "January", "January", "February"][index];
  return `Tuesday, ${month} ${day}, 10:00 AM`;
});

export const person = { sender, first_name: "Ada", url: `${SITE}/verify-email?token=8Qm2vJx0bT5yLr7W` };
export const news = { sender, url: `${SITE}/newsletter/confirm${KEY}` };
export const letters = { ...news, unsubscribe: `${SITE}/newsletter/unsubscribe${KEY}` };

export const message = {
  name: "Grace Hopper",
  email: "grace@mail.example",
  phone: "(603) 555-0188",
  message:
    "Hello,\n\nthe crew was lovely, thank you. Could they bring the long ladder next time? The windows above the stairs need it.\n\nGrace",
};
export const application = {
  position: "Residential Cleaner",
  location: "Pittsfield, NH",
  email: "linus@mail.example",
  phone: "(603) 555-0121",
  experience: "2 to 4 years",
  availability: "Weekdays, mornings",
  resume_url: "https://www.linkedin.com/in/linus-pauling-of-pittsfield-new-hampshire-0123456789",
  cover_letter:
    "Dear team,\n\nI have cleaned houses around Concord for three years, and I like to see a room turn out well.",
};
export const meeting = {
  sender,
  first_name: "Linus",
  position: "Residential Cleaner, Pittsfield, NH",
  when: "Thursday, November 26, 2026, 9:30 AM",
  minutes: 45,
  place: "At the office, 12 Main Street, Pittsfield",
  message: "Please bring two references.\nParking is behind the house.",
};
export const storming = {
  number: "#1042",
  kind: "storm" as const,
  sender,
  customer_name: "Ada",
  service: "Regular Cleaning",
  day: "Tuesday, November 24, 2026",
  time: "10:00 AM",
  where: visit.where,
  proposal: "Thursday, November 26, 2026, 10:00 AM",
  refund: "$159.00",
  urls: { answer: `${SITE}/a`, choose: `${SITE}/b`, skip: `${SITE}/c`, visit: visit.url },
};
