import type { Columns } from "~/features/moving/columns";

/** What a column of a visit can hold. */
const FIELDS = {
  external_id: "Visit ID in the other program",
  customer_id: "Customer ID in the other program",
  first_name: "First name",
  last_name: "Last name",
  name: "Full name",
  company_name: "Company",
  email: "Email",
  phone: "Phone",
  address: "Whole address in one cell",
  street: "Street",
  apartment: "Apartment",
  city: "City",
  state: "State",
  zip_code: "ZIP code",
  service: "Service",
  date: "Date, or date and time",
  time: "Start time, or start and end",
  end: "End",
  duration: "Length",
  crew: "Crew",
  status: "Status",
  total: "Price with tax",
  price: "Price before discount and tax",
  discount: "Discount",
  tax: "Tax",
  tip: "Tip",
  paid: "Paid (yes, no or an amount)",
  due: "Amount still due",
  frequency: "How often it comes",
  extras: "Extras",
  bedrooms: "Bedrooms",
  bathrooms: "Bathrooms",
  half_baths: "Half baths",
  square_footage: "Square feet",
  notes: "Notes for the crew",
} as const;
export type Field = keyof typeof FIELDS;

/** Where the headings are from says decision 083. */
const HEADINGS: Record<Field, string> = {
  external_id:
    "Booking ID, Booking number, Booking #, Visit ID, Visit #, Job ID, Job #, Job number, Appointment ID, Appointment #, Invoice number, ID",
  customer_id: "Customer ID, Client ID, J-ID, Contact ID, Customer number, Client number",
  first_name: "First name, Firstname, Customer first name, Client first name",
  last_name: "Last name, Lastname, Customer last name, Client last name",
  name: "Full name, Name, Customer, Customer name, Client, Client name, Contact name",
  company_name: "Company, Company name",
  email: "Email, E-mail, Email address, Customer email, Client email",
  phone:
    "Phone, Phone number, Mobile, Mobile number, Mobile phone, Customer phone, Client phone, Customer mobile",
  address: "Full address, Location, Service location, Property, Address full",
  street:
    "Address, Street, Street address, Service street, Service street 1, Service address, Property street, Address line 1, Address 1, Job address",
  apartment: "Apt, Apt/Suite, Apt no, Apartment, Unit, Unit number, Suite, Service street 2, Address line 2",
  city: "City, Town, Service city, Property city",
  state: "State, Service state, Service province, Property state, State/Province",
  zip_code:
    "ZIP, ZIP code, Zipcode, Zip/Postal code, Postal code, Service zip, Service zip code, Property zip code",
  service:
    "Service, Services, Service name, Service type, Service category, Job type name, Visit title, Job title, Title, Job description, Appointment type, Type of service",
  date: "Date, Visit date, Service date, Job date, Appointment date, Scheduled date, Start date, Booking date, Booking start date time, Job scheduled start date, Scheduled start, Start date time, Starts at, Date and time",
  time: "Time, Times, Start time, Arrival time, Scheduled time, Booking time, Service time, Arrival window, Start",
  end: "End, End time, Finish time, Booking end date time, Job scheduled end date, Scheduled end, End date time, Ends at",
  duration:
    "Duration, Length, Hours, Job length, Estimated job length (HH:MM), Estimated duration, Schedule duration, Scheduled duration, Estimated hours, Service duration",
  crew: "Crew, Team, Teams, Team name, Provider, Providers, Provider/team, Provider/team (without ids), Assigned to, Assigned team, Assigned employees, Assigned cleaners, Cleaner, Cleaners, Employees",
  status:
    "Status, Booking status, Job status, Visit status, Appointment status, Visit completed, Visit completed?, Completed",
  total:
    "Total, Total amount, Total price, Grand total, Final amount, Final amount (USD), Final price, Job amount, Amount, Invoice total, Visit based ($), One-off job ($)",
  price: "Price, Subtotal, Sub total, Service total, Service total (USD), Service price, Base price, Rate",
  discount: "Discount, Discounts, Discount amount, Discount amount (USD), Coupon amount",
  tax: "Tax, Taxes, Sales tax, Sales tax (USD), Tax amount",
  tip: "Tip, Tips, Tip (USD), Gratuity",
  paid: "Paid, Is paid, Paid?, Payment status, Amount paid, Paid amount, Amount paid by customer, Amount paid by customer (USD)",
  due: "Due, Due amount, Amount due, Balance, Balance due, Amount owed, Amount owed by customer (USD), Outstanding balance",
  frequency:
    "Frequency, Job type, Recurrence, Recurring, Repeats, Recurring frequency, Schedule, Booking frequency, How often",
  extras: "Extras, Extra, Add-ons, Addons, Add ons, Service extras, Additional services",
  bedrooms: "Bedrooms, Bedroom, Beds, Number of bedrooms",
  bathrooms: "Bathrooms, Bathroom, Baths, Full bathrooms, Full baths, Number of bathrooms",
  half_baths: "Half bathrooms, Half baths, Half bath",
  square_footage: "Sq Ft, Sqft, Square feet, Square footage",
  notes:
    "Notes, Note, Job notes, Booking note, Booking notes, Provider note, Provider notes, Special notes, Visit instructions, Visit notes, Instructions, Appointment notes, Customer notes",
};

/** Where these are from says decision 083. */
const SIGNS: Columns["signs"] = {
  bookingkoala: {
    headings:
      "Booking start date time, Booking end date time, Provider details, Provider/team, Final amount (USD), Service total (USD), Estimated job length (HH:MM), Amount paid by customer (USD)",
    enough: 2,
  },
  jobber: {
    headings:
      "Visit title, One-off job ($), Visit based ($), Visit completed date, Visit completed, Schedule duration, Service street, Times",
    enough: 2,
  },
  housecall: {
    headings:
      "Job scheduled start date, Job scheduled end date, Assigned employees, Job amount, Job created date, Due amount, Job status, Job description",
    enough: 2,
  },
  launch27: {
    headings: "Teams, Arrival window, Service date, Service category, Booking frequency",
    enough: 2,
  },
  zenmaid: {
    headings: "Appointment type, Appointment date, Appointment notes, Assigned cleaners, Appointment ID",
    enough: 2,
  },
};

export const VISIT_COLUMNS: Columns<Field> = {
  fields: FIELDS,
  headings: HEADINGS,
  many: ["notes", "extras", "total"], // Jobber has a price of single visits, and one of the others
  sealed: [],
  signs: SIGNS,
  whyNot(has) {
    if (!has("date")) return "Choose the column that has the dates of the visits.";
    if (!has("service")) return "Choose the column that has the services.";
    if (!has("customer_id", "email", "phone", "first_name", "last_name", "name", "company_name"))
      return "Choose the columns that tell whose visit it is: an email, a phone, a name or the customer’s ID.";
    if (has("street") && has("address")) return "Choose a street, or a whole address in one cell, not both.";
    return null;
  },
};

/** Whether recognized columns tell that rows are visits: a list of customers has dates, too, but no services. */
export const isAboutVisits = (has: (...fields: Field[]) => boolean): boolean =>
  has("date") && has("service") && has("status", "time", "crew", "duration", "total", "price");
