import type { Source } from "~/features/content/texts/text";

/** Where a text stands. `planned` and `saved` are finished strings in the company's time zone. */
export type Status = {
  shown: "as shipped" | "own text" | "not on the site" | "no text";
  /** Whether the newest version is neither published nor planned. */
  draft: boolean;
  planned: string | null;
  /** When the newest version was saved, and by whom. */
  saved: string | null;
};

/** A page, or a service. `path` is null while it has no page on the site. */
export type OfficePage = { name: string; title: string; path: string | null; status: Status };

export type OfficeArticle = {
  name: string;
  title: string;
  category: string;
  date: string;
  /** Null while it is not on the site. */
  path: string | null;
  /** Number of visitors who found it helpful. */
  helpful: number;
  /** Number of signed-in readers who saved it. */
  saved: number;
  status: Status;
};

export type OfficeOpening = {
  name: string;
  title: string;
  /** "Full-time, Oakland, ME". */
  facts: string;
  posted: string;
  /** Null while it is not on the site. */
  path: string | null;
  status: Status;
};

export type EditorPage = {
  name: string;
  title: string;
  source: Source;
  /** The newest version; 0: what ships. */
  seen: number;
  status: Status;
  /** Whether a text ships that can be shown instead. */
  ships: boolean;
  hidden: boolean;
  published: number | null;
  path: string | null;
  /** yyyy-MM-dd in the company's time zone. */
  today: string;
  zone: string;
};

export type VersionRow = { number: number; at: string; author: string | null; state: string | null };
