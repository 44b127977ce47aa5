import { type CsvColumns, inUnits } from "~/lib/csv";
import type { PlanExport } from "./list";

/** The columns of the file; the browser has no use for them. */
export const PLAN_COLUMNS: CsvColumns<PlanExport> = [
  ["Plan", ({ id }) => id],
  ["Started", ({ created_at }) => created_at.toString()],
  ["Status", ({ status }) => status],
  ["Customer", ({ customer }) => customer],
  ["Email", ({ email }) => email],
  ["Service", ({ service }) => service],
  ["How often", ({ frequency }) => frequency],
  ["First visit", ({ first_date }) => first_date],
  ["Time", ({ time }) => time],
  ["Crew", ({ crew }) => crew],
  ["Street", ({ street }) => street],
  ["City", ({ city }) => city],
  ["State", ({ state }) => state],
  ["ZIP", ({ zip_code }) => zip_code],
  ["Monthly amount", ({ amount }) => inUnits(amount)],
  ["Currency", ({ currency }) => currency],
  ["Test payment", ({ is_test }) => is_test],
  ["Next charge", ({ next_charge }) => next_charge?.toString() ?? null],
  ["Resumes", ({ resumes_on }) => resumes_on],
  ["Ends", ({ ends_on }) => ends_on],
];
