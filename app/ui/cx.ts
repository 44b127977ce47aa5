/** Joins class names and leaves out what is false: `cx("card", popular && "lifted")`. */
export { clsx as cx } from "clsx";
