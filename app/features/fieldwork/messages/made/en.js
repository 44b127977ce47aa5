// Made by `npm run messages` from the JSON files in app/features/fieldwork/messages.
import * as registry from "../language";
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

export const today = /** @type {(inputs: TodayInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Today`)
};

export const tomorrow = /** @type {(inputs: TomorrowInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Tomorrow`)
};

export const hours = /** @type {(inputs: HoursInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Hours`)
};

export const on_my_way = /** @type {(inputs: On_My_WayInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`On my way`)
};

export const start = /** @type {(inputs: StartInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Start`)
};

export const pause = /** @type {(inputs: PauseInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Pause`)
};

export const resume = /** @type {(inputs: ResumeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Resume`)
};

export const finish = /** @type {(inputs: FinishInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Finish`)
};

export const stops = /** @type {(inputs: StopsInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} stop`);
	return /** @type {LocalizedString} */ (`${i?.count} stops`)
	
};

export const offline = /** @type {(inputs: OfflineInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`You are offline. Your taps are kept and sent when you are back.`)
};

export const unsent = /** @type {(inputs: UnsentInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} tap is not sent yet. It is kept on this phone and sent again soon.`);
	return /** @type {LocalizedString} */ (`${i?.count} taps are not sent yet. They are kept on this phone and sent again soon.`)
	
};

export const send_now = /** @type {(inputs: Send_NowInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Send now`)
};

export const refused = /** @type {(inputs: RefusedInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`The office's system did not take ${i?.count} tap. Call the office.`);
	return /** @type {LocalizedString} */ (`The office's system did not take ${i?.count} taps. Call the office.`)
	
};

export const understood = /** @type {(inputs: UnderstoodInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`OK`)
};

export const phone_ended = /** @type {(inputs: Phone_EndedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This phone was signed out. Everything that it kept of the day is deleted. Ask the office for a new link.`)
};
