// Made by `npm run messages` from the JSON files in app/features/fieldwork/messages.
import { experimentalStaticLocale, getLocale } from "../language";
import * as en from "./en.js";
import * as es from "./es.js";
/** @typedef {string} LocalizedString */
/** @typedef {{}} TodayInputs */
/** @typedef {{}} TomorrowInputs */
/** @typedef {{}} HoursInputs */
/** @typedef {{}} On_My_WayInputs */
/** @typedef {{}} StartInputs */
/** @typedef {{}} PauseInputs */
/** @typedef {{}} ResumeInputs */
/** @typedef {{}} FinishInputs */
/** @typedef {{ count: number }} StopsInputs */
/** @typedef {{}} OfflineInputs */
/** @typedef {{ count: number }} UnsentInputs */
/** @typedef {{}} Send_NowInputs */
/** @typedef {{ count: number }} RefusedInputs */
/** @typedef {{}} UnderstoodInputs */
/** @typedef {{}} Phone_EndedInputs */

/**
* | output |
* | --- |
* | "Today" |
*
* @param {TodayInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const today = /** @type {((inputs?: TodayInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<TodayInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.today(inputs)
	return en.today(inputs)
});

/**
* | output |
* | --- |
* | "Tomorrow" |
*
* @param {TomorrowInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const tomorrow = /** @type {((inputs?: TomorrowInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<TomorrowInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.tomorrow(inputs)
	return en.tomorrow(inputs)
});

/**
* | output |
* | --- |
* | "Hours" |
*
* @param {HoursInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const hours = /** @type {((inputs?: HoursInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<HoursInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.hours(inputs)
	return en.hours(inputs)
});

/**
* | output |
* | --- |
* | "On my way" |
*
* @param {On_My_WayInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const on_my_way = /** @type {((inputs?: On_My_WayInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<On_My_WayInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.on_my_way(inputs)
	return en.on_my_way(inputs)
});

/**
* | output |
* | --- |
* | "Start" |
*
* @param {StartInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const start = /** @type {((inputs?: StartInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<StartInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.start(inputs)
	return en.start(inputs)
});

/**
* | output |
* | --- |
* | "Pause" |
*
* @param {PauseInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const pause = /** @type {((inputs?: PauseInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<PauseInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.pause(inputs)
	return en.pause(inputs)
});

/**
* | output |
* | --- |
* | "Resume" |
*
* @param {ResumeInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const resume = /** @type {((inputs?: ResumeInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<ResumeInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.resume(inputs)
	return en.resume(inputs)
});

/**
* | output |
* | --- |
* | "Finish" |
*
* @param {FinishInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const finish = /** @type {((inputs?: FinishInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<FinishInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.finish(inputs)
	return en.finish(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} stop" |
* | * | "{count} stops" |
*
* @param {StopsInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const stops = /** @type {((inputs: StopsInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<StopsInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.stops(inputs)
	return en.stops(inputs)
});

/**
* | output |
* | --- |
* | "You are offline. Your taps are kept and sent when you are back." |
*
* @param {OfflineInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const offline = /** @type {((inputs?: OfflineInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<OfflineInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.offline(inputs)
	return en.offline(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} tap is not sent yet. It is kept on this phone and sent again soon." |
* | * | "{count} taps are not sent yet. They are kept on this phone and sent again soon." |
*
* @param {UnsentInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const unsent = /** @type {((inputs: UnsentInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<UnsentInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.unsent(inputs)
	return en.unsent(inputs)
});

/**
* | output |
* | --- |
* | "Send now" |
*
* @param {Send_NowInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const send_now = /** @type {((inputs?: Send_NowInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Send_NowInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.send_now(inputs)
	return en.send_now(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "The office's system did not take {count} tap. Call the office." |
* | * | "The office's system did not take {count} taps. Call the office." |
*
* @param {RefusedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const refused = /** @type {((inputs: RefusedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<RefusedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.refused(inputs)
	return en.refused(inputs)
});

/**
* | output |
* | --- |
* | "OK" |
*
* @param {UnderstoodInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const understood = /** @type {((inputs?: UnderstoodInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<UnderstoodInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.understood(inputs)
	return en.understood(inputs)
});

/**
* | output |
* | --- |
* | "This phone was signed out. Everything that it kept of the day is deleted. Ask the office for a new link." |
*
* @param {Phone_EndedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const phone_ended = /** @type {((inputs?: Phone_EndedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Phone_EndedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.phone_ended(inputs)
	return en.phone_ended(inputs)
});
