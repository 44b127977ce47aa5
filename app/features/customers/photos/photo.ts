/** A photo that shows a home, as pages list it. */
export type HomePhoto = {
  id: string;
  caption: string | null;
  /** Short links. */
  href: string;
  small: string;
};

/** The most photos that a home can have. */
export const PHOTO_LIMIT = 8;

/** Maximum length in characters. */
export const CAPTION_LENGTH = 120;

export const photosPage = (home: string) => `/profile/homes/${home}/photos`;
export const officeHomePage = (home: string) => `/admin/homes/${home}`;

/** Where a crew's phone opens a photo: from the day before a visit until it is over. */
export const crewPhotoPath = (id: string) => `/crew/home-photos/${id}`;
