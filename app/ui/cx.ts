/** Joins class names, without those that are false: `cx("card", popular && "lifted")`. */
export { clsx as cx } from "clsx";
