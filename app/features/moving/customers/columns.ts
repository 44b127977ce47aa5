import type { Columns } from "~/features/moving/columns";

/** What a column of a customer can hold. */
const FIELDS = {
  external_id: "Customer ID in the other program",
  first_name: "First name",
  last_name: "Last name",
  name: "Full name",
  company_name: "Company",
  is_company: "Is a company (yes or no)",
  email: "Email",
  phone: "Phone",
  tags: "Tags",
  since: "Customer since",
  address: "Whole address in one cell",
  street: "Street",
  apartment: "Apartment",
  city: "City",
  state: "State",
  zip_code: "ZIP code",
  property_type: "Home or business",
  bedrooms: "Bedrooms",
  bathrooms: "Bathrooms",
  half_baths: "Half baths",
  square_footage: "Square feet",
  instructions: "Instructions for the crew",
  entry_code: "Entry code (sealed)",
  key_place: "Where the key is (sealed)",
  alarm_code: "Alarm (sealed)",
  note: "Staff note",
  credit: "Credit balance",
  stripe_customer: "Stripe customer ID",
} as const;
export type Field = keyof typeof FIELDS;

const HEADINGS: Record<Field, string> = {
  external_id: "ID, Customer ID, Client ID, Contact ID, J-ID, Customer number, Client number, User ID",
  first_name: "First name, Firstname, Given name, Customer first name, Client first name, Contact first name",
  last_name:
    "Last name, Lastname, Surname, Family name, Customer last name, Client last name, Contact last name",
  name: "Name, Full name, Display name, Customer, Customer name, Client, Client name, Contact, Contact name",
  company_name: "Company, Company name, Business, Business name, Organization",
  is_company: "Is company, Is company?",
  email:
    "Email, E-mail, E-mails, Emails, Email address, Email addresses, Primary email, Customer email, Client email, Secondary email, Additional emails, Email 2, Other email",
  phone:
    "Phone, Phone number, Phone no, Main phone #s, Mobile phone #s, Home phone #s, Work phone #s, Other phone #s, Mobile, Mobile number, Mobile phone, Cell, Cell phone, Home number, Home phone, Work number, Work phone, Primary phone, Secondary phone, Secondary phone number, Customer phone, Client phone, Phone 2, Alternate phone, Other phone",
  tags: "Tags, Tag, Labels, Customer tags",
  since:
    "Customer since, Client since, Created, Created at, Created date, Created on, Date created, Customer created at, Join date, Date added, Signup date",
  address: "Full address, Whole address, Location, Service location",
  street:
    "Street, Street 1, Street address, Street line 1, Address, Address 1, Address line 1, Service street, Service street 1, Service address, Service address line 1, Property street, Property street 1, Address_1 street line 1, Home address",
  apartment:
    "Apartment, Apt, Apt/Suite, Apt no, Apt number, Suite, Unit, Unit number, Street 2, Street line 2, Address 2, Address line 2, Service street 2, Service address line 2, Property street 2, Address_1 street line 2",
  city: "City, Town, Service city, Property city, Address_1 city",
  state:
    "State, ST, State/Province, Province, Region, Service state, Service province, Property state, Address_1 state",
  zip_code:
    "ZIP, ZIP code, Zipcode, Postal code, Postcode, ZIP/Postal code, Service zip, Service zip code, Service postal code, Property zip code, Address_1 postal code, Address_1 zip",
  property_type: "Property type, Home type, Type of property, Customer type, Residential or commercial",
  bedrooms: "Bedrooms, Bedroom, Beds, Number of bedrooms, # of bedrooms, BR",
  bathrooms:
    "Bathrooms, Bathroom, Baths, Full baths, Full bathrooms, Number of bathrooms, # of bathrooms, BA",
  half_baths: "Half baths, Half bath, Half bathrooms, Number of half baths",
  square_footage: "Square feet, Square footage, Sq ft, Sqft, Sq. ft., Home size, Square foot",
  instructions:
    "Instructions, Special instructions, Cleaning instructions, Cleaner notes, Provider notes, Notes for cleaner, Notes for cleaners, Crew notes, Team notes, Address notes, Address_1 notes, Job notes",
  entry_code:
    "Entry code, Access code, Door code, Gate code, Garage code, Lockbox, Lock box, Lockbox code, Lock box code, Keypad code, Entry information, Access information, Entry instructions, Access instructions, CFT[Door code], PFT[Door code], PFT[Gate code]",
  key_place: "Key, Keys, Key location, Key information, Key info, Where is the key, Key notes",
  alarm_code: "Alarm, Alarm code, Alarm codes, Alarm information, Security code, Alarm instructions",
  note: "Note, Notes, Customer notes, Customer note, Client notes, Private notes, Private customer notes, Admin notes, Office notes, Staff notes, Internal notes, Notes & other information, Comments",
  credit:
    "Credit, Credits, Credit balance, Account credit, Account credits, Customer credit, Client credit, Store credit, Available credit, Credit amount, Referral credit, Gift card credit",
  stripe_customer:
    "Stripe customer ID, Stripe customer, Stripe ID, Customer Stripe ID, Stripe customer token, Stripe customer number, Stripe reference",
};

/** Where the headings are from says decision 080. */
const SIGNS: Columns["signs"] = {
  jobber: {
    headings:
      "J-ID, E-mails, Main phone #s, Mobile phone #s, Service street 1, Service zip code, Is company?, Text message enabled phone #",
    enough: 2,
  },
  housecall: {
    headings:
      "Address_1 street line 1, Address_1 postal code, Address_1 notes, Mobile number, Home number, Do not service, Lifetime value, Last service date",
    enough: 2,
  },
  bookingkoala: {
    headings:
      "Provider notes, Private customer notes, Secondary phone number, Stripe customer ID, Apt no, Customer status",
    enough: 2,
  },
  launch27: {
    headings:
      "Next booking, Last booking, First booking, Bookings count, Total bookings, Number of bookings, Average rating",
    enough: 2,
  },
  zenmaid: {
    headings:
      "Customer history, Entry information, Key information, Alarm information, Notes & other information, Contact type",
    enough: 2,
  },
};

export const CUSTOMER_COLUMNS: Columns<Field> = {
  fields: FIELDS,
  headings: HEADINGS,
  many: ["email", "phone", "tags", "note", "instructions"], // a second email, more notes
  sealed: ["entry_code", "key_place", "alarm_code"],
  signs: SIGNS,
  whyNot(has) {
    if (!has("first_name", "last_name", "name", "company_name"))
      return "Choose the column that has the names of the customers.";
    if (has("street") && has("address")) return "Choose a street, or a whole address in one cell, not both.";
    return null;
  },
};
