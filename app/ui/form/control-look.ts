/** The classes that all text fields and selects share. */
export const controlLook =
  "block w-full min-h-12 rounded-control border border-line-strong/70 bg-snow px-3.5 py-2.5 text-base text-ink " +
  "placeholder:text-moss transition-[border-color,box-shadow] duration-150 hover:border-moss " +
  "focus:border-evergreen-700 focus:outline-none focus:ring-3 focus:ring-sunlight/60 forced-colors:focus:outline-2 " +
  "aria-invalid:border-berry aria-invalid:bg-berry-soft/40 aria-invalid:focus:ring-berry/25 " +
  "disabled:cursor-not-allowed disabled:border-line disabled:bg-paper disabled:text-moss";

/** A control that chooses files. */
export const fileLook =
  "block min-h-11 w-full max-w-full rounded-control text-[0.9375rem] text-moss file:mr-3 file:h-11 file:cursor-pointer file:rounded-control file:border-0 file:bg-evergreen-50 file:px-4 file:font-semibold file:text-evergreen-700";
