/** An article in the office. */
export type OfficeArticle = {
  id: number;
  title: string;
  category: string;
  author: string;
  date: string;
  read_time: string;
  /** Number of visitors who found it helpful. */
  helpful: number;
  /** Number of signed-in readers who saved it. */
  saved: number;
};
