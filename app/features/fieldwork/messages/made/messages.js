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
/** @typedef {{ tap: string }} UndoInputs */
/** @typedef {{ count: number }} StopsInputs */
/** @typedef {{}} OfflineInputs */
/** @typedef {{}} Offline_UnkeptInputs */
/** @typedef {{ count: number }} UnsentInputs */
/** @typedef {{}} Send_NowInputs */
/** @typedef {{}} Unkept_SentInputs */
/** @typedef {{}} Unkept_LostInputs */
/** @typedef {{}} UnderstoodInputs */
/** @typedef {{}} Phone_EndedInputs */
/** @typedef {{ company: string }} Mail_Phone_SubjectInputs */
/** @typedef {{}} Mail_Phone_TextInputs */
/** @typedef {{ until: string }} Mail_Phone_UntilInputs */
/** @typedef {{}} Mail_Phone_ButtonInputs */
/** @typedef {{}} Join_TitleInputs */
/** @typedef {{ name: string }} Join_LeadInputs */
/** @typedef {{}} PinInputs */
/** @typedef {{}} Pin_AgainInputs */
/** @typedef {{}} Join_ButtonInputs */
/** @typedef {{}} Pin_DigitsInputs */
/** @typedef {{}} Pin_WeakInputs */
/** @typedef {{}} Pin_DiffersInputs */
/** @typedef {{}} Link_MissingInputs */
/** @typedef {{}} Link_UsedInputs */
/** @typedef {{}} Link_ExpiredInputs */
/** @typedef {{ name: string }} Unlock_TitleInputs */
/** @typedef {{}} Unlock_LeadInputs */
/** @typedef {{}} Unlock_ButtonInputs */
/** @typedef {{ count: number }} Pin_WrongInputs */
/** @typedef {{}} No_PhoneInputs */
/** @typedef {{}} Too_Many_TriesInputs */
/** @typedef {{}} App_NameInputs */
/** @typedef {{}} FailedInputs */
/** @typedef {{}} ReloadInputs */
/** @typedef {{}} Nothing_TodayInputs */
/** @typedef {{}} Nothing_TomorrowInputs */
/** @typedef {{ count: number }} Drive_MinutesInputs */
/** @typedef {{}} Open_MapInputs */
/** @typedef {{ name: string }} CallInputs */
/** @typedef {{ name: string }} Text_MessageInputs */
/** @typedef {{}} Call_OfficeInputs */
/** @typedef {{}} CustomerInputs */
/** @typedef {{}} HomeInputs */
/** @typedef {{}} ExtrasInputs */
/** @typedef {{}} PetsInputs */
/** @typedef {{}} ParkingInputs */
/** @typedef {{}} Home_PhotosInputs */
/** @typedef {{}} Home_NotesInputs */
/** @typedef {{}} Visit_NotesInputs */
/** @typedef {{}} ChecklistInputs */
/** @typedef {{}} RequiredInputs */
/** @typedef {{}} Who_Is_HereInputs */
/** @typedef {{}} Who_GoesInputs */
/** @typedef {{}} State_To_DoInputs */
/** @typedef {{}} State_On_The_WayInputs */
/** @typedef {{}} State_WorkingInputs */
/** @typedef {{}} State_PausedInputs */
/** @typedef {{}} State_DoneInputs */
/** @typedef {{ time: string }} SinceInputs */
/** @typedef {{ count: number }} Items_LeftInputs */
/** @typedef {{}} Tell_OfficeInputs */
/** @typedef {{}} Report_More_TimeInputs */
/** @typedef {{}} Report_No_EntryInputs */
/** @typedef {{}} Report_DamageInputs */
/** @typedef {{}} Report_ExtraInputs */
/** @typedef {{}} Report_WordsInputs */
/** @typedef {{}} Report_Words_MissingInputs */
/** @typedef {{}} SendInputs */
/** @typedef {{}} Waiting_To_SendInputs */
/** @typedef {{ answer: string }} AnswerInputs */
/** @typedef {{}} No_AnswerInputs */
/** @typedef {{}} Week_TotalInputs */
/** @typedef {{ hours: string, minutes: string }} Hours_MinutesInputs */
/** @typedef {{}} Hours_NoteInputs */
/** @typedef {{}} MovedInputs */
/** @typedef {{}} GoneInputs */
/** @typedef {{}} BackInputs */
/** @typedef {{ stop: string }} Refused_Not_YoursInputs */
/** @typedef {{ stop: string }} Refused_CancelledInputs */
/** @typedef {{ stop: string }} Refused_Too_OldInputs */
/** @typedef {{ stop: string }} Refused_Items_OpenInputs */
/** @typedef {{ stop: string }} Refused_Too_LateInputs */
/** @typedef {{ stop: string }} Refused_OtherInputs */
/** @typedef {{}} Lock_SoonInputs */
/** @typedef {{}} Sign_OutInputs */
/** @typedef {{ time: string }} Done_AtInputs */
/** @typedef {{}} Also_HereInputs */
/** @typedef {{ name: string }} Mail_GreetingInputs */
/** @typedef {{}} AddedInputs */
/** @typedef {{}} Sign_Out_SureInputs */
/** @typedef {{}} Entry_CodesInputs */
/** @typedef {{}} Show_CodesInputs */
/** @typedef {{ time: string }} Codes_FromInputs */
/** @typedef {{}} Codes_OverInputs */
/** @typedef {{}} Codes_OfflineInputs */
/** @typedef {{ time: string }} Codes_UntilInputs */
/** @typedef {{}} Code_LostInputs */
/** @typedef {{}} PhotosInputs */
/** @typedef {{}} Photo_BeforeInputs */
/** @typedef {{}} Photo_AfterInputs */
/** @typedef {{}} Add_PhotoInputs */
/** @typedef {{ count: number }} Photos_WaitingInputs */
/** @typedef {{ count: number }} Photos_RefusedInputs */
/** @typedef {{ count: number }} Photos_TakenInputs */
/** @typedef {{}} Picture_OptionalInputs */
/** @typedef {{ count: number }} BedroomsInputs */
/** @typedef {{ count: number }} BathroomsInputs */
/** @typedef {{ count: number }} Half_BathsInputs */
/** @typedef {{ count: number }} Square_FeetInputs */
/** @typedef {{}} Push_On_PhoneInputs */
/** @typedef {{}} Push_LeadInputs */
/** @typedef {{}} Push_OnInputs */
/** @typedef {{}} Push_Turn_OnInputs */
/** @typedef {{}} Push_Turn_OffInputs */
/** @typedef {{}} Push_BlockedInputs */
/** @typedef {{}} Push_InstallInputs */
/** @typedef {{}} Push_FailedInputs */
/** @typedef {{}} Push_TitleInputs */
/** @typedef {{ sentence: string }} Push_TomorrowInputs */
/** @typedef {{ from: string, to: string }} Push_MovedInputs */
/** @typedef {{ time: string }} Push_NewInputs */
/** @typedef {{ time: string }} Push_GoneInputs */
/** @typedef {{ time: string }} Push_ChangedInputs */
/** @typedef {{ time: string }} Push_Other_DayInputs */
/** @typedef {{ time: string }} Push_AnsweredInputs */
/** @typedef {{ count: number }} Push_ManyInputs */

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
* | output |
* | --- |
* | "Undo “{tap}”" |
*
* @param {UndoInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const undo = /** @type {((inputs: UndoInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<UndoInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.undo(inputs)
	return en.undo(inputs)
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
* | output |
* | --- |
* | "You are offline, and this phone can’t keep what you tap. Wait until you have a connection." |
*
* @param {Offline_UnkeptInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const offline_unkept = /** @type {((inputs?: Offline_UnkeptInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Offline_UnkeptInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.offline_unkept(inputs)
	return en.offline_unkept(inputs)
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
* | output |
* | --- |
* | "This phone can’t keep what you tap: it has no room, or the window is private. It was sent, because you have a connection." |
*
* @param {Unkept_SentInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const unkept_sent = /** @type {((inputs?: Unkept_SentInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Unkept_SentInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.unkept_sent(inputs)
	return en.unkept_sent(inputs)
});

/**
* | output |
* | --- |
* | "Not saved. This phone can’t keep it and could not send it. Try again with a connection." |
*
* @param {Unkept_LostInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const unkept_lost = /** @type {((inputs?: Unkept_LostInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Unkept_LostInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.unkept_lost(inputs)
	return en.unkept_lost(inputs)
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

/**
* | output |
* | --- |
* | "Your day with {company}, on your phone" |
*
* @param {Mail_Phone_SubjectInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const mail_phone_subject = /** @type {((inputs: Mail_Phone_SubjectInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Mail_Phone_SubjectInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.mail_phone_subject(inputs)
	return en.mail_phone_subject(inputs)
});

/**
* | output |
* | --- |
* | "Open this link on your own phone and choose a PIN. Then you see your visits, also without signal." |
*
* @param {Mail_Phone_TextInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const mail_phone_text = /** @type {((inputs?: Mail_Phone_TextInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Mail_Phone_TextInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.mail_phone_text(inputs)
	return en.mail_phone_text(inputs)
});

/**
* | output |
* | --- |
* | "The link works for one phone, until {until}." |
*
* @param {Mail_Phone_UntilInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const mail_phone_until = /** @type {((inputs: Mail_Phone_UntilInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Mail_Phone_UntilInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.mail_phone_until(inputs)
	return en.mail_phone_until(inputs)
});

/**
* | output |
* | --- |
* | "Open on my phone" |
*
* @param {Mail_Phone_ButtonInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const mail_phone_button = /** @type {((inputs?: Mail_Phone_ButtonInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Mail_Phone_ButtonInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.mail_phone_button(inputs)
	return en.mail_phone_button(inputs)
});

/**
* | output |
* | --- |
* | "Your day on this phone" |
*
* @param {Join_TitleInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const join_title = /** @type {((inputs?: Join_TitleInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Join_TitleInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.join_title(inputs)
	return en.join_title(inputs)
});

/**
* | output |
* | --- |
* | "Hello {name}. Choose a PIN of 6 digits. You need it when you open the app in the morning." |
*
* @param {Join_LeadInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const join_lead = /** @type {((inputs: Join_LeadInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Join_LeadInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.join_lead(inputs)
	return en.join_lead(inputs)
});

/**
* | output |
* | --- |
* | "PIN (6 digits)" |
*
* @param {PinInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const pin = /** @type {((inputs?: PinInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<PinInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.pin(inputs)
	return en.pin(inputs)
});

/**
* | output |
* | --- |
* | "PIN once more" |
*
* @param {Pin_AgainInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const pin_again = /** @type {((inputs?: Pin_AgainInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Pin_AgainInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.pin_again(inputs)
	return en.pin_again(inputs)
});

/**
* | output |
* | --- |
* | "Open my day" |
*
* @param {Join_ButtonInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const join_button = /** @type {((inputs?: Join_ButtonInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Join_ButtonInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.join_button(inputs)
	return en.join_button(inputs)
});

/**
* | output |
* | --- |
* | "The PIN must have 6 digits." |
*
* @param {Pin_DigitsInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const pin_digits = /** @type {((inputs?: Pin_DigitsInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Pin_DigitsInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.pin_digits(inputs)
	return en.pin_digits(inputs)
});

/**
* | output |
* | --- |
* | "Anybody would guess this PIN. Choose another one." |
*
* @param {Pin_WeakInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const pin_weak = /** @type {((inputs?: Pin_WeakInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Pin_WeakInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.pin_weak(inputs)
	return en.pin_weak(inputs)
});

/**
* | output |
* | --- |
* | "The two PINs are not the same." |
*
* @param {Pin_DiffersInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const pin_differs = /** @type {((inputs?: Pin_DiffersInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Pin_DiffersInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.pin_differs(inputs)
	return en.pin_differs(inputs)
});

/**
* | output |
* | --- |
* | "This link does not work. Ask the office for a new one." |
*
* @param {Link_MissingInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const link_missing = /** @type {((inputs?: Link_MissingInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Link_MissingInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.link_missing(inputs)
	return en.link_missing(inputs)
});

/**
* | output |
* | --- |
* | "This link was used already. Ask the office for a new one." |
*
* @param {Link_UsedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const link_used = /** @type {((inputs?: Link_UsedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Link_UsedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.link_used(inputs)
	return en.link_used(inputs)
});

/**
* | output |
* | --- |
* | "This link is too old. Ask the office for a new one." |
*
* @param {Link_ExpiredInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const link_expired = /** @type {((inputs?: Link_ExpiredInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Link_ExpiredInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.link_expired(inputs)
	return en.link_expired(inputs)
});

/**
* | output |
* | --- |
* | "Hello {name}" |
*
* @param {Unlock_TitleInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const unlock_title = /** @type {((inputs: Unlock_TitleInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Unlock_TitleInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.unlock_title(inputs)
	return en.unlock_title(inputs)
});

/**
* | output |
* | --- |
* | "Enter your PIN to open your day." |
*
* @param {Unlock_LeadInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const unlock_lead = /** @type {((inputs?: Unlock_LeadInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Unlock_LeadInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.unlock_lead(inputs)
	return en.unlock_lead(inputs)
});

/**
* | output |
* | --- |
* | "Open" |
*
* @param {Unlock_ButtonInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const unlock_button = /** @type {((inputs?: Unlock_ButtonInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Unlock_ButtonInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.unlock_button(inputs)
	return en.unlock_button(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "That PIN is wrong. You have {count} more try." |
* | * | "That PIN is wrong. You have {count} more tries." |
*
* @param {Pin_WrongInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const pin_wrong = /** @type {((inputs: Pin_WrongInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Pin_WrongInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.pin_wrong(inputs)
	return en.pin_wrong(inputs)
});

/**
* | output |
* | --- |
* | "This phone is not signed in. Open the link that the office sent you." |
*
* @param {No_PhoneInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const no_phone = /** @type {((inputs?: No_PhoneInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<No_PhoneInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.no_phone(inputs)
	return en.no_phone(inputs)
});

/**
* | output |
* | --- |
* | "Too many tries. Wait a few minutes." |
*
* @param {Too_Many_TriesInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const too_many_tries = /** @type {((inputs?: Too_Many_TriesInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Too_Many_TriesInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.too_many_tries(inputs)
	return en.too_many_tries(inputs)
});

/**
* | output |
* | --- |
* | "My day" |
*
* @param {App_NameInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const app_name = /** @type {((inputs?: App_NameInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<App_NameInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.app_name(inputs)
	return en.app_name(inputs)
});

/**
* | output |
* | --- |
* | "Something went wrong. What you tapped before is kept on this phone." |
*
* @param {FailedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const failed = /** @type {((inputs?: FailedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<FailedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.failed(inputs)
	return en.failed(inputs)
});

/**
* | output |
* | --- |
* | "Open my day again" |
*
* @param {ReloadInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const reload = /** @type {((inputs?: ReloadInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<ReloadInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.reload(inputs)
	return en.reload(inputs)
});

/**
* | output |
* | --- |
* | "No visits today." |
*
* @param {Nothing_TodayInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const nothing_today = /** @type {((inputs?: Nothing_TodayInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Nothing_TodayInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.nothing_today(inputs)
	return en.nothing_today(inputs)
});

/**
* | output |
* | --- |
* | "No visits tomorrow." |
*
* @param {Nothing_TomorrowInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const nothing_tomorrow = /** @type {((inputs?: Nothing_TomorrowInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Nothing_TomorrowInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.nothing_tomorrow(inputs)
	return en.nothing_tomorrow(inputs)
});

/**
* | output |
* | --- |
* | "{count} min drive" |
*
* @param {Drive_MinutesInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const drive_minutes = /** @type {((inputs: Drive_MinutesInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Drive_MinutesInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.drive_minutes(inputs)
	return en.drive_minutes(inputs)
});

/**
* | output |
* | --- |
* | "Open in maps" |
*
* @param {Open_MapInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const open_map = /** @type {((inputs?: Open_MapInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Open_MapInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.open_map(inputs)
	return en.open_map(inputs)
});

/**
* | output |
* | --- |
* | "Call {name}" |
*
* @param {CallInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const call = /** @type {((inputs: CallInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<CallInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.call(inputs)
	return en.call(inputs)
});

/**
* | output |
* | --- |
* | "Text {name}" |
*
* @param {Text_MessageInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const text_message = /** @type {((inputs: Text_MessageInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Text_MessageInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.text_message(inputs)
	return en.text_message(inputs)
});

/**
* | output |
* | --- |
* | "Call the office" |
*
* @param {Call_OfficeInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const call_office = /** @type {((inputs?: Call_OfficeInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Call_OfficeInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.call_office(inputs)
	return en.call_office(inputs)
});

/**
* | output |
* | --- |
* | "the customer" |
*
* @param {CustomerInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const customer = /** @type {((inputs?: CustomerInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<CustomerInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.customer(inputs)
	return en.customer(inputs)
});

/**
* | output |
* | --- |
* | "Home" |
*
* @param {HomeInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const home = /** @type {((inputs?: HomeInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<HomeInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.home(inputs)
	return en.home(inputs)
});

/**
* | output |
* | --- |
* | "Extras" |
*
* @param {ExtrasInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const extras = /** @type {((inputs?: ExtrasInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<ExtrasInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.extras(inputs)
	return en.extras(inputs)
});

/**
* | output |
* | --- |
* | "Pets" |
*
* @param {PetsInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const pets = /** @type {((inputs?: PetsInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<PetsInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.pets(inputs)
	return en.pets(inputs)
});

/**
* | output |
* | --- |
* | "Parking" |
*
* @param {ParkingInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const parking = /** @type {((inputs?: ParkingInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<ParkingInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.parking(inputs)
	return en.parking(inputs)
});

/**
* | output |
* | --- |
* | "Photos of the home" |
*
* @param {Home_PhotosInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const home_photos = /** @type {((inputs?: Home_PhotosInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Home_PhotosInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.home_photos(inputs)
	return en.home_photos(inputs)
});

/**
* | output |
* | --- |
* | "About the home" |
*
* @param {Home_NotesInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const home_notes = /** @type {((inputs?: Home_NotesInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Home_NotesInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.home_notes(inputs)
	return en.home_notes(inputs)
});

/**
* | output |
* | --- |
* | "Notes for this visit" |
*
* @param {Visit_NotesInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const visit_notes = /** @type {((inputs?: Visit_NotesInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Visit_NotesInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.visit_notes(inputs)
	return en.visit_notes(inputs)
});

/**
* | output |
* | --- |
* | "Checklist" |
*
* @param {ChecklistInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const checklist = /** @type {((inputs?: ChecklistInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<ChecklistInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.checklist(inputs)
	return en.checklist(inputs)
});

/**
* | output |
* | --- |
* | "Required" |
*
* @param {RequiredInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const required = /** @type {((inputs?: RequiredInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<RequiredInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.required(inputs)
	return en.required(inputs)
});

/**
* | output |
* | --- |
* | "Who is here?" |
*
* @param {Who_Is_HereInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const who_is_here = /** @type {((inputs?: Who_Is_HereInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Who_Is_HereInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.who_is_here(inputs)
	return en.who_is_here(inputs)
});

/**
* | output |
* | --- |
* | "Who is going?" |
*
* @param {Who_GoesInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const who_goes = /** @type {((inputs?: Who_GoesInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Who_GoesInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.who_goes(inputs)
	return en.who_goes(inputs)
});

/**
* | output |
* | --- |
* | "To do" |
*
* @param {State_To_DoInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const state_to_do = /** @type {((inputs?: State_To_DoInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<State_To_DoInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.state_to_do(inputs)
	return en.state_to_do(inputs)
});

/**
* | output |
* | --- |
* | "On the way" |
*
* @param {State_On_The_WayInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const state_on_the_way = /** @type {((inputs?: State_On_The_WayInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<State_On_The_WayInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.state_on_the_way(inputs)
	return en.state_on_the_way(inputs)
});

/**
* | output |
* | --- |
* | "At work" |
*
* @param {State_WorkingInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const state_working = /** @type {((inputs?: State_WorkingInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<State_WorkingInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.state_working(inputs)
	return en.state_working(inputs)
});

/**
* | output |
* | --- |
* | "Paused" |
*
* @param {State_PausedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const state_paused = /** @type {((inputs?: State_PausedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<State_PausedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.state_paused(inputs)
	return en.state_paused(inputs)
});

/**
* | output |
* | --- |
* | "Done" |
*
* @param {State_DoneInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const state_done = /** @type {((inputs?: State_DoneInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<State_DoneInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.state_done(inputs)
	return en.state_done(inputs)
});

/**
* | output |
* | --- |
* | "since {time}" |
*
* @param {SinceInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const since = /** @type {((inputs: SinceInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<SinceInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.since(inputs)
	return en.since(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} required item is left. Check it off before you finish." |
* | * | "{count} required items are left. Check them off before you finish." |
*
* @param {Items_LeftInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const items_left = /** @type {((inputs: Items_LeftInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Items_LeftInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.items_left(inputs)
	return en.items_left(inputs)
});

/**
* | output |
* | --- |
* | "Tell the office" |
*
* @param {Tell_OfficeInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const tell_office = /** @type {((inputs?: Tell_OfficeInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Tell_OfficeInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.tell_office(inputs)
	return en.tell_office(inputs)
});

/**
* | output |
* | --- |
* | "We need more time" |
*
* @param {Report_More_TimeInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const report_more_time = /** @type {((inputs?: Report_More_TimeInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Report_More_TimeInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.report_more_time(inputs)
	return en.report_more_time(inputs)
});

/**
* | output |
* | --- |
* | "We can’t get in" |
*
* @param {Report_No_EntryInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const report_no_entry = /** @type {((inputs?: Report_No_EntryInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Report_No_EntryInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.report_no_entry(inputs)
	return en.report_no_entry(inputs)
});

/**
* | output |
* | --- |
* | "Something is damaged" |
*
* @param {Report_DamageInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const report_damage = /** @type {((inputs?: Report_DamageInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Report_DamageInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.report_damage(inputs)
	return en.report_damage(inputs)
});

/**
* | output |
* | --- |
* | "The customer asks for an extra" |
*
* @param {Report_ExtraInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const report_extra = /** @type {((inputs?: Report_ExtraInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Report_ExtraInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.report_extra(inputs)
	return en.report_extra(inputs)
});

/**
* | output |
* | --- |
* | "What happened?" |
*
* @param {Report_WordsInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const report_words = /** @type {((inputs?: Report_WordsInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Report_WordsInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.report_words(inputs)
	return en.report_words(inputs)
});

/**
* | output |
* | --- |
* | "Say in a few words what happened." |
*
* @param {Report_Words_MissingInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const report_words_missing = /** @type {((inputs?: Report_Words_MissingInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Report_Words_MissingInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.report_words_missing(inputs)
	return en.report_words_missing(inputs)
});

/**
* | output |
* | --- |
* | "Send" |
*
* @param {SendInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const send = /** @type {((inputs?: SendInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<SendInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.send(inputs)
	return en.send(inputs)
});

/**
* | output |
* | --- |
* | "Waiting to be sent" |
*
* @param {Waiting_To_SendInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const waiting_to_send = /** @type {((inputs?: Waiting_To_SendInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Waiting_To_SendInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.waiting_to_send(inputs)
	return en.waiting_to_send(inputs)
});

/**
* | output |
* | --- |
* | "The office says: {answer}" |
*
* @param {AnswerInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const answer = /** @type {((inputs: AnswerInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<AnswerInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.answer(inputs)
	return en.answer(inputs)
});

/**
* | output |
* | --- |
* | "No answer yet" |
*
* @param {No_AnswerInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const no_answer = /** @type {((inputs?: No_AnswerInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<No_AnswerInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.no_answer(inputs)
	return en.no_answer(inputs)
});

/**
* | output |
* | --- |
* | "This week" |
*
* @param {Week_TotalInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const week_total = /** @type {((inputs?: Week_TotalInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Week_TotalInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.week_total(inputs)
	return en.week_total(inputs)
});

/**
* | output |
* | --- |
* | "{hours} h {minutes} min" |
*
* @param {Hours_MinutesInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const hours_minutes = /** @type {((inputs: Hours_MinutesInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Hours_MinutesInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.hours_minutes(inputs)
	return en.hours_minutes(inputs)
});

/**
* | output |
* | --- |
* | "Time at work, from start to finish. Driving and breaks are not in it." |
*
* @param {Hours_NoteInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const hours_note = /** @type {((inputs?: Hours_NoteInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Hours_NoteInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.hours_note(inputs)
	return en.hours_note(inputs)
});

/**
* | output |
* | --- |
* | "The office changed this visit. Look again." |
*
* @param {MovedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const moved = /** @type {((inputs?: MovedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<MovedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.moved(inputs)
	return en.moved(inputs)
});

/**
* | output |
* | --- |
* | "The office took this visit off your list." |
*
* @param {GoneInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const gone = /** @type {((inputs?: GoneInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<GoneInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.gone(inputs)
	return en.gone(inputs)
});

/**
* | output |
* | --- |
* | "Back" |
*
* @param {BackInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const back = /** @type {((inputs?: BackInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<BackInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.back(inputs)
	return en.back(inputs)
});

/**
* | output |
* | --- |
* | "{stop}: the visit is another crew’s now." |
*
* @param {Refused_Not_YoursInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const refused_not_yours = /** @type {((inputs: Refused_Not_YoursInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Refused_Not_YoursInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.refused_not_yours(inputs)
	return en.refused_not_yours(inputs)
});

/**
* | output |
* | --- |
* | "{stop}: the visit was cancelled." |
*
* @param {Refused_CancelledInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const refused_cancelled = /** @type {((inputs: Refused_CancelledInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Refused_CancelledInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.refused_cancelled(inputs)
	return en.refused_cancelled(inputs)
});

/**
* | output |
* | --- |
* | "{stop}: that was too long ago." |
*
* @param {Refused_Too_OldInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const refused_too_old = /** @type {((inputs: Refused_Too_OldInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Refused_Too_OldInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.refused_too_old(inputs)
	return en.refused_too_old(inputs)
});

/**
* | output |
* | --- |
* | "{stop}: required items are left." |
*
* @param {Refused_Items_OpenInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const refused_items_open = /** @type {((inputs: Refused_Items_OpenInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Refused_Items_OpenInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.refused_items_open(inputs)
	return en.refused_items_open(inputs)
});

/**
* | output |
* | --- |
* | "{stop}: it is too late to undo this. Call the office." |
*
* @param {Refused_Too_LateInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const refused_too_late = /** @type {((inputs: Refused_Too_LateInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Refused_Too_LateInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.refused_too_late(inputs)
	return en.refused_too_late(inputs)
});

/**
* | output |
* | --- |
* | "{stop}: this could not be saved." |
*
* @param {Refused_OtherInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const refused_other = /** @type {((inputs: Refused_OtherInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Refused_OtherInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.refused_other(inputs)
	return en.refused_other(inputs)
});

/**
* | output |
* | --- |
* | "Connect to open your day again." |
*
* @param {Lock_SoonInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const lock_soon = /** @type {((inputs?: Lock_SoonInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Lock_SoonInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.lock_soon(inputs)
	return en.lock_soon(inputs)
});

/**
* | output |
* | --- |
* | "Sign this phone out" |
*
* @param {Sign_OutInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const sign_out = /** @type {((inputs?: Sign_OutInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Sign_OutInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.sign_out(inputs)
	return en.sign_out(inputs)
});

/**
* | output |
* | --- |
* | "Done at {time}" |
*
* @param {Done_AtInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const done_at = /** @type {((inputs: Done_AtInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Done_AtInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.done_at(inputs)
	return en.done_at(inputs)
});

/**
* | output |
* | --- |
* | "I’m here too" |
*
* @param {Also_HereInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const also_here = /** @type {((inputs?: Also_HereInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Also_HereInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.also_here(inputs)
	return en.also_here(inputs)
});

/**
* | output |
* | --- |
* | "Hello {name}," |
*
* @param {Mail_GreetingInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const mail_greeting = /** @type {((inputs: Mail_GreetingInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Mail_GreetingInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.mail_greeting(inputs)
	return en.mail_greeting(inputs)
});

/**
* | output |
* | --- |
* | "The office added this visit." |
*
* @param {AddedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const added = /** @type {((inputs?: AddedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<AddedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.added(inputs)
	return en.added(inputs)
});

/**
* | output |
* | --- |
* | "Sign this phone out? What is not sent yet is lost." |
*
* @param {Sign_Out_SureInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const sign_out_sure = /** @type {((inputs?: Sign_Out_SureInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Sign_Out_SureInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.sign_out_sure(inputs)
	return en.sign_out_sure(inputs)
});

/**
* | output |
* | --- |
* | "Entry codes" |
*
* @param {Entry_CodesInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const entry_codes = /** @type {((inputs?: Entry_CodesInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Entry_CodesInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.entry_codes(inputs)
	return en.entry_codes(inputs)
});

/**
* | output |
* | --- |
* | "Show the codes" |
*
* @param {Show_CodesInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const show_codes = /** @type {((inputs?: Show_CodesInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Show_CodesInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.show_codes(inputs)
	return en.show_codes(inputs)
});

/**
* | output |
* | --- |
* | "You see the codes from {time} on." |
*
* @param {Codes_FromInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const codes_from = /** @type {((inputs: Codes_FromInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Codes_FromInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.codes_from(inputs)
	return en.codes_from(inputs)
});

/**
* | output |
* | --- |
* | "The time to see the codes is over." |
*
* @param {Codes_OverInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const codes_over = /** @type {((inputs?: Codes_OverInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Codes_OverInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.codes_over(inputs)
	return en.codes_over(inputs)
});

/**
* | output |
* | --- |
* | "You need a signal to see the codes the first time." |
*
* @param {Codes_OfflineInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const codes_offline = /** @type {((inputs?: Codes_OfflineInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Codes_OfflineInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.codes_offline(inputs)
	return en.codes_offline(inputs)
});

/**
* | output |
* | --- |
* | "Gone from this phone at {time}. The office sees that you looked." |
*
* @param {Codes_UntilInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const codes_until = /** @type {((inputs: Codes_UntilInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Codes_UntilInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.codes_until(inputs)
	return en.codes_until(inputs)
});

/**
* | output |
* | --- |
* | "Call the office for this one." |
*
* @param {Code_LostInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const code_lost = /** @type {((inputs?: Code_LostInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Code_LostInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.code_lost(inputs)
	return en.code_lost(inputs)
});

/**
* | output |
* | --- |
* | "Photos" |
*
* @param {PhotosInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const photos = /** @type {((inputs?: PhotosInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<PhotosInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.photos(inputs)
	return en.photos(inputs)
});

/**
* | output |
* | --- |
* | "Before" |
*
* @param {Photo_BeforeInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const photo_before = /** @type {((inputs?: Photo_BeforeInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Photo_BeforeInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.photo_before(inputs)
	return en.photo_before(inputs)
});

/**
* | output |
* | --- |
* | "After" |
*
* @param {Photo_AfterInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const photo_after = /** @type {((inputs?: Photo_AfterInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Photo_AfterInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.photo_after(inputs)
	return en.photo_after(inputs)
});

/**
* | output |
* | --- |
* | "Add a photo" |
*
* @param {Add_PhotoInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const add_photo = /** @type {((inputs?: Add_PhotoInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Add_PhotoInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.add_photo(inputs)
	return en.add_photo(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} photo is waiting for a signal." |
* | * | "{count} photos are waiting for a signal." |
*
* @param {Photos_WaitingInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const photos_waiting = /** @type {((inputs: Photos_WaitingInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Photos_WaitingInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.photos_waiting(inputs)
	return en.photos_waiting(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} photo can’t be used. Take it again." |
* | * | "{count} photos can’t be used. Take them again." |
*
* @param {Photos_RefusedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const photos_refused = /** @type {((inputs: Photos_RefusedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Photos_RefusedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.photos_refused(inputs)
	return en.photos_refused(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} photo" |
* | * | "{count} photos" |
*
* @param {Photos_TakenInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const photos_taken = /** @type {((inputs: Photos_TakenInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Photos_TakenInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.photos_taken(inputs)
	return en.photos_taken(inputs)
});

/**
* | output |
* | --- |
* | "Photo" |
*
* @param {Picture_OptionalInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const picture_optional = /** @type {((inputs?: Picture_OptionalInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Picture_OptionalInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.picture_optional(inputs)
	return en.picture_optional(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} bedroom" |
* | * | "{count} bedrooms" |
*
* @param {BedroomsInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const bedrooms = /** @type {((inputs: BedroomsInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<BedroomsInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.bedrooms(inputs)
	return en.bedrooms(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} bathroom" |
* | * | "{count} bathrooms" |
*
* @param {BathroomsInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const bathrooms = /** @type {((inputs: BathroomsInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<BathroomsInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.bathrooms(inputs)
	return en.bathrooms(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} half bath" |
* | * | "{count} half baths" |
*
* @param {Half_BathsInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const half_baths = /** @type {((inputs: Half_BathsInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Half_BathsInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.half_baths(inputs)
	return en.half_baths(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "{count} sq ft" |
* | * | "{count} sq ft" |
*
* @param {Square_FeetInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const square_feet = /** @type {((inputs: Square_FeetInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Square_FeetInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.square_feet(inputs)
	return en.square_feet(inputs)
});

/**
* | output |
* | --- |
* | "News of your day" |
*
* @param {Push_On_PhoneInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_on_phone = /** @type {((inputs?: Push_On_PhoneInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_On_PhoneInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_on_phone(inputs)
	return en.push_on_phone(inputs)
});

/**
* | output |
* | --- |
* | "This phone tells you when the office changes your day, also while it is locked. It shows no names and no addresses." |
*
* @param {Push_LeadInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_lead = /** @type {((inputs?: Push_LeadInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_LeadInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_lead(inputs)
	return en.push_lead(inputs)
});

/**
* | output |
* | --- |
* | "This phone tells you when the office changes your day." |
*
* @param {Push_OnInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_on = /** @type {((inputs?: Push_OnInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_OnInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_on(inputs)
	return en.push_on(inputs)
});

/**
* | output |
* | --- |
* | "Tell me about changes" |
*
* @param {Push_Turn_OnInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_turn_on = /** @type {((inputs?: Push_Turn_OnInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_Turn_OnInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_turn_on(inputs)
	return en.push_turn_on(inputs)
});

/**
* | output |
* | --- |
* | "Don’t tell me any more" |
*
* @param {Push_Turn_OffInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_turn_off = /** @type {((inputs?: Push_Turn_OffInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_Turn_OffInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_turn_off(inputs)
	return en.push_turn_off(inputs)
});

/**
* | output |
* | --- |
* | "This phone’s settings don’t let this page tell you about changes. Allow notifications for it there, then open it again." |
*
* @param {Push_BlockedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_blocked = /** @type {((inputs?: Push_BlockedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_BlockedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_blocked(inputs)
	return en.push_blocked(inputs)
});

/**
* | output |
* | --- |
* | "Put this page on your home screen first: tap Share, then “Add to Home Screen”. Open it from there and come back to this place." |
*
* @param {Push_InstallInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_install = /** @type {((inputs?: Push_InstallInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_InstallInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_install(inputs)
	return en.push_install(inputs)
});

/**
* | output |
* | --- |
* | "That did not work. Try again where you have a signal." |
*
* @param {Push_FailedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_failed = /** @type {((inputs?: Push_FailedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_FailedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_failed(inputs)
	return en.push_failed(inputs)
});

/**
* | output |
* | --- |
* | "Your day changed" |
*
* @param {Push_TitleInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_title = /** @type {((inputs?: Push_TitleInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_TitleInputs, { locale?: "en" | "es" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_title(inputs)
	return en.push_title(inputs)
});

/**
* | output |
* | --- |
* | "Tomorrow: {sentence}" |
*
* @param {Push_TomorrowInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_tomorrow = /** @type {((inputs: Push_TomorrowInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_TomorrowInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_tomorrow(inputs)
	return en.push_tomorrow(inputs)
});

/**
* | output |
* | --- |
* | "{from} is now {to}." |
*
* @param {Push_MovedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_moved = /** @type {((inputs: Push_MovedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_MovedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_moved(inputs)
	return en.push_moved(inputs)
});

/**
* | output |
* | --- |
* | "New visit at {time}." |
*
* @param {Push_NewInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_new = /** @type {((inputs: Push_NewInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_NewInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_new(inputs)
	return en.push_new(inputs)
});

/**
* | output |
* | --- |
* | "The {time} visit is off your list." |
*
* @param {Push_GoneInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_gone = /** @type {((inputs: Push_GoneInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_GoneInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_gone(inputs)
	return en.push_gone(inputs)
});

/**
* | output |
* | --- |
* | "Look at the {time} visit again." |
*
* @param {Push_ChangedInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_changed = /** @type {((inputs: Push_ChangedInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_ChangedInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_changed(inputs)
	return en.push_changed(inputs)
});

/**
* | output |
* | --- |
* | "The {time} visit is on another day now." |
*
* @param {Push_Other_DayInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_other_day = /** @type {((inputs: Push_Other_DayInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_Other_DayInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_other_day(inputs)
	return en.push_other_day(inputs)
});

/**
* | output |
* | --- |
* | "The office answered you about the {time} visit." |
*
* @param {Push_AnsweredInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_answered = /** @type {((inputs: Push_AnsweredInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_AnsweredInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_answered(inputs)
	return en.push_answered(inputs)
});

/**
* | form | output |
* | --- | --- |
* | "one" | "There is {count} change. Open your day." |
* | * | "There are {count} changes. Open your day." |
*
* @param {Push_ManyInputs} inputs
* @param {{ locale?: "en" | "es" }} options
* @returns {LocalizedString}
*/
export const push_many = /** @type {((inputs: Push_ManyInputs, options?: { locale?: "en" | "es" }) => LocalizedString) & import('../language').MessageMetadata<Push_ManyInputs, { locale?: "en" | "es" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "es") return es.push_many(inputs)
	return en.push_many(inputs)
});
