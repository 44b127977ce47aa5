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

export const undo = /** @type {(inputs: UndoInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Undo “${i?.tap}”`)
};

export const stops = /** @type {(inputs: StopsInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} stop`);
	return /** @type {LocalizedString} */ (`${i?.count} stops`)
	
};

export const offline = /** @type {(inputs: OfflineInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`You are offline. Your taps are kept and sent when you are back.`)
};

export const offline_unkept = /** @type {(inputs: Offline_UnkeptInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`You are offline, and this phone can’t keep what you tap. Wait until you have a connection.`)
};

export const unsent = /** @type {(inputs: UnsentInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} tap is not sent yet. It is kept on this phone and sent again soon.`);
	return /** @type {LocalizedString} */ (`${i?.count} taps are not sent yet. They are kept on this phone and sent again soon.`)
	
};

export const send_now = /** @type {(inputs: Send_NowInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Send now`)
};

export const unkept_sent = /** @type {(inputs: Unkept_SentInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This phone can’t keep what you tap: it has no room, or the window is private. It was sent, because you have a connection.`)
};

export const unkept_lost = /** @type {(inputs: Unkept_LostInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Not saved. This phone can’t keep it and could not send it. Try again with a connection.`)
};

export const understood = /** @type {(inputs: UnderstoodInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`OK`)
};

export const phone_ended = /** @type {(inputs: Phone_EndedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This phone was signed out. Everything that it kept of the day is deleted. Ask the office for a new link.`)
};

export const mail_phone_subject = /** @type {(inputs: Mail_Phone_SubjectInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Your day with ${i?.company}, on your phone`)
};

export const mail_phone_text = /** @type {(inputs: Mail_Phone_TextInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Open this link on your own phone and choose a PIN. Then you see your visits, also without signal.`)
};

export const mail_phone_until = /** @type {(inputs: Mail_Phone_UntilInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`The link works for one phone, until ${i?.until}.`)
};

export const mail_phone_button = /** @type {(inputs: Mail_Phone_ButtonInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Open on my phone`)
};

export const join_title = /** @type {(inputs: Join_TitleInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Your day on this phone`)
};

export const join_lead = /** @type {(inputs: Join_LeadInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Hello ${i?.name}. Choose a PIN of 6 digits. You need it when you open the app in the morning.`)
};

export const pin = /** @type {(inputs: PinInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`PIN (6 digits)`)
};

export const pin_again = /** @type {(inputs: Pin_AgainInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`PIN once more`)
};

export const join_button = /** @type {(inputs: Join_ButtonInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Open my day`)
};

export const pin_digits = /** @type {(inputs: Pin_DigitsInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`The PIN must have 6 digits.`)
};

export const pin_weak = /** @type {(inputs: Pin_WeakInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Anybody would guess this PIN. Choose another one.`)
};

export const pin_differs = /** @type {(inputs: Pin_DiffersInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`The two PINs are not the same.`)
};

export const link_missing = /** @type {(inputs: Link_MissingInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This link does not work. Ask the office for a new one.`)
};

export const link_used = /** @type {(inputs: Link_UsedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This link was used already. Ask the office for a new one.`)
};

export const link_expired = /** @type {(inputs: Link_ExpiredInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This link is too old. Ask the office for a new one.`)
};

export const unlock_title = /** @type {(inputs: Unlock_TitleInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Hello ${i?.name}`)
};

export const unlock_lead = /** @type {(inputs: Unlock_LeadInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Enter your PIN to open your day.`)
};

export const unlock_button = /** @type {(inputs: Unlock_ButtonInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Open`)
};

export const pin_wrong = /** @type {(inputs: Pin_WrongInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`That PIN is wrong. You have ${i?.count} more try.`);
	return /** @type {LocalizedString} */ (`That PIN is wrong. You have ${i?.count} more tries.`)
	
};

export const no_phone = /** @type {(inputs: No_PhoneInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This phone is not signed in. Open the link that the office sent you.`)
};

export const too_many_tries = /** @type {(inputs: Too_Many_TriesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Too many tries. Wait a few minutes.`)
};

export const app_name = /** @type {(inputs: App_NameInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`My day`)
};

export const failed = /** @type {(inputs: FailedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Something went wrong. What you tapped before is kept on this phone.`)
};

export const reload = /** @type {(inputs: ReloadInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Open my day again`)
};

export const nothing_today = /** @type {(inputs: Nothing_TodayInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`No visits today.`)
};

export const nothing_tomorrow = /** @type {(inputs: Nothing_TomorrowInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`No visits tomorrow.`)
};

export const drive_minutes = /** @type {(inputs: Drive_MinutesInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.count} min drive`)
};

export const open_map = /** @type {(inputs: Open_MapInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Open in maps`)
};

export const call = /** @type {(inputs: CallInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Call ${i?.name}`)
};

export const text_message = /** @type {(inputs: Text_MessageInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Text ${i?.name}`)
};

export const call_office = /** @type {(inputs: Call_OfficeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Call the office`)
};

export const customer = /** @type {(inputs: CustomerInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`the customer`)
};

export const home = /** @type {(inputs: HomeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Home`)
};

export const extras = /** @type {(inputs: ExtrasInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Extras`)
};

export const pets = /** @type {(inputs: PetsInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Pets`)
};

export const parking = /** @type {(inputs: ParkingInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Parking`)
};

export const home_photos = /** @type {(inputs: Home_PhotosInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Photos of the home`)
};

export const home_notes = /** @type {(inputs: Home_NotesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`About the home`)
};

export const visit_notes = /** @type {(inputs: Visit_NotesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Notes for this visit`)
};

export const checklist = /** @type {(inputs: ChecklistInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Checklist`)
};

export const required = /** @type {(inputs: RequiredInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Required`)
};

export const who_is_here = /** @type {(inputs: Who_Is_HereInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Who is here?`)
};

export const who_goes = /** @type {(inputs: Who_GoesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Who is going?`)
};

export const state_to_do = /** @type {(inputs: State_To_DoInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`To do`)
};

export const state_on_the_way = /** @type {(inputs: State_On_The_WayInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`On the way`)
};

export const state_working = /** @type {(inputs: State_WorkingInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`At work`)
};

export const state_paused = /** @type {(inputs: State_PausedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Paused`)
};

export const state_done = /** @type {(inputs: State_DoneInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Done`)
};

export const since = /** @type {(inputs: SinceInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`since ${i?.time}`)
};

export const items_left = /** @type {(inputs: Items_LeftInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} required item is left. Check it off before you finish.`);
	return /** @type {LocalizedString} */ (`${i?.count} required items are left. Check them off before you finish.`)
	
};

export const tell_office = /** @type {(inputs: Tell_OfficeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Tell the office`)
};

export const report_more_time = /** @type {(inputs: Report_More_TimeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`We need more time`)
};

export const report_no_entry = /** @type {(inputs: Report_No_EntryInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`We can’t get in`)
};

export const report_damage = /** @type {(inputs: Report_DamageInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Something is damaged`)
};

export const report_extra = /** @type {(inputs: Report_ExtraInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`The customer asks for an extra`)
};

export const report_words = /** @type {(inputs: Report_WordsInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`What happened?`)
};

export const report_words_missing = /** @type {(inputs: Report_Words_MissingInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Say in a few words what happened.`)
};

export const send = /** @type {(inputs: SendInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Send`)
};

export const waiting_to_send = /** @type {(inputs: Waiting_To_SendInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Waiting to be sent`)
};

export const answer = /** @type {(inputs: AnswerInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`The office says: ${i?.answer}`)
};

export const no_answer = /** @type {(inputs: No_AnswerInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`No answer yet`)
};

export const week_total = /** @type {(inputs: Week_TotalInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This week`)
};

export const hours_minutes = /** @type {(inputs: Hours_MinutesInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.hours} h ${i?.minutes} min`)
};

export const hours_note = /** @type {(inputs: Hours_NoteInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Time at work, from start to finish. Driving and breaks are not in it.`)
};

export const moved = /** @type {(inputs: MovedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`The office changed this visit. Look again.`)
};

export const gone = /** @type {(inputs: GoneInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`The office took this visit off your list.`)
};

export const back = /** @type {(inputs: BackInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Back`)
};

export const refused_not_yours = /** @type {(inputs: Refused_Not_YoursInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: the visit is another crew’s now.`)
};

export const refused_cancelled = /** @type {(inputs: Refused_CancelledInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: the visit was cancelled.`)
};

export const refused_too_old = /** @type {(inputs: Refused_Too_OldInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: that was too long ago.`)
};

export const refused_items_open = /** @type {(inputs: Refused_Items_OpenInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: required items are left.`)
};

export const refused_too_late = /** @type {(inputs: Refused_Too_LateInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: it is too late to undo this. Call the office.`)
};

export const refused_other = /** @type {(inputs: Refused_OtherInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: this could not be saved.`)
};

export const lock_soon = /** @type {(inputs: Lock_SoonInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Connect to open your day again.`)
};

export const sign_out = /** @type {(inputs: Sign_OutInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Sign this phone out`)
};

export const done_at = /** @type {(inputs: Done_AtInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Done at ${i?.time}`)
};

export const also_here = /** @type {(inputs: Also_HereInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`I’m here too`)
};

export const mail_greeting = /** @type {(inputs: Mail_GreetingInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Hello ${i?.name},`)
};

export const added = /** @type {(inputs: AddedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`The office added this visit.`)
};

export const sign_out_sure = /** @type {(inputs: Sign_Out_SureInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Sign this phone out? What is not sent yet is lost.`)
};

export const entry_codes = /** @type {(inputs: Entry_CodesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Entry codes`)
};

export const show_codes = /** @type {(inputs: Show_CodesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Show the codes`)
};

export const codes_from = /** @type {(inputs: Codes_FromInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`You see the codes from ${i?.time} on.`)
};

export const codes_over = /** @type {(inputs: Codes_OverInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`The time to see the codes is over.`)
};

export const codes_offline = /** @type {(inputs: Codes_OfflineInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`You need a signal to see the codes the first time.`)
};

export const codes_until = /** @type {(inputs: Codes_UntilInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Gone from this phone at ${i?.time}. The office sees that you looked.`)
};

export const code_lost = /** @type {(inputs: Code_LostInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Call the office for this one.`)
};

export const photos = /** @type {(inputs: PhotosInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Photos`)
};

export const photo_before = /** @type {(inputs: Photo_BeforeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Before`)
};

export const photo_after = /** @type {(inputs: Photo_AfterInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`After`)
};

export const add_photo = /** @type {(inputs: Add_PhotoInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Add a photo`)
};

export const photos_waiting = /** @type {(inputs: Photos_WaitingInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} photo is waiting for a signal.`);
	return /** @type {LocalizedString} */ (`${i?.count} photos are waiting for a signal.`)
	
};

export const photos_refused = /** @type {(inputs: Photos_RefusedInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} photo can’t be used. Take it again.`);
	return /** @type {LocalizedString} */ (`${i?.count} photos can’t be used. Take them again.`)
	
};

export const photos_taken = /** @type {(inputs: Photos_TakenInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} photo`);
	return /** @type {LocalizedString} */ (`${i?.count} photos`)
	
};

export const picture_optional = /** @type {(inputs: Picture_OptionalInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Photo`)
};

export const bedrooms = /** @type {(inputs: BedroomsInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} bedroom`);
	return /** @type {LocalizedString} */ (`${i?.count} bedrooms`)
	
};

export const bathrooms = /** @type {(inputs: BathroomsInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} bathroom`);
	return /** @type {LocalizedString} */ (`${i?.count} bathrooms`)
	
};

export const half_baths = /** @type {(inputs: Half_BathsInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} half bath`);
	return /** @type {LocalizedString} */ (`${i?.count} half baths`)
	
};

export const square_feet = /** @type {(inputs: Square_FeetInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} sq ft`);
	return /** @type {LocalizedString} */ (`${i?.count} sq ft`)
	
};

export const push_on_phone = /** @type {(inputs: Push_On_PhoneInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`News of your day`)
};

export const push_lead = /** @type {(inputs: Push_LeadInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This phone tells you when the office changes your day, also while it is locked. It shows no names and no addresses.`)
};

export const push_on = /** @type {(inputs: Push_OnInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This phone tells you when the office changes your day.`)
};

export const push_turn_on = /** @type {(inputs: Push_Turn_OnInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Tell me about changes`)
};

export const push_turn_off = /** @type {(inputs: Push_Turn_OffInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Don’t tell me any more`)
};

export const push_blocked = /** @type {(inputs: Push_BlockedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`This phone’s settings don’t let this page tell you about changes. Allow notifications for it there, then open it again.`)
};

export const push_install = /** @type {(inputs: Push_InstallInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Put this page on your home screen first: tap Share, then “Add to Home Screen”. Open it from there and come back to this place.`)
};

export const push_failed = /** @type {(inputs: Push_FailedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`That did not work. Try again where you have a signal.`)
};

export const push_title = /** @type {(inputs: Push_TitleInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Your day changed`)
};

export const push_tomorrow = /** @type {(inputs: Push_TomorrowInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Tomorrow: ${i?.sentence}`)
};

export const push_moved = /** @type {(inputs: Push_MovedInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.from} is now ${i?.to}.`)
};

export const push_new = /** @type {(inputs: Push_NewInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`New visit at ${i?.time}.`)
};

export const push_gone = /** @type {(inputs: Push_GoneInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`The ${i?.time} visit is off your list.`)
};

export const push_changed = /** @type {(inputs: Push_ChangedInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Look at the ${i?.time} visit again.`)
};

export const push_other_day = /** @type {(inputs: Push_Other_DayInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`The ${i?.time} visit is on another day now.`)
};

export const push_answered = /** @type {(inputs: Push_AnsweredInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`The office answered you about the ${i?.time} visit.`)
};

export const push_many = /** @type {(inputs: Push_ManyInputs) => LocalizedString} */ (i) => {const form = registry.plural("en", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`There is ${i?.count} change. Open your day.`);
	return /** @type {LocalizedString} */ (`There are ${i?.count} changes. Open your day.`)
	
};
