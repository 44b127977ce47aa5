/** An article as the office sees it. */
export type OfficeArticle = {
  id: number;
  title: string;
  category: string;
  author: string;
  date: string;
  read_time: string;
  /** How many visitors found it helpful. */
  helpful: number;
  /** How many signed-in readers keep it. */
  saved: number;
};
