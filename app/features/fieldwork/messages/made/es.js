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
	return /** @type {LocalizedString} */ (`Hoy`)
};

export const tomorrow = /** @type {(inputs: TomorrowInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Mañana`)
};

export const hours = /** @type {(inputs: HoursInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Horas`)
};

export const on_my_way = /** @type {(inputs: On_My_WayInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`En camino`)
};

export const start = /** @type {(inputs: StartInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Empezar`)
};

export const pause = /** @type {(inputs: PauseInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Pausar`)
};

export const resume = /** @type {(inputs: ResumeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Continuar`)
};

export const finish = /** @type {(inputs: FinishInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Terminar`)
};

export const undo = /** @type {(inputs: UndoInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Deshacer “${i?.tap}”`)
};

export const stops = /** @type {(inputs: StopsInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} parada`);
	return /** @type {LocalizedString} */ (`${i?.count} paradas`)
	
};

export const offline = /** @type {(inputs: OfflineInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Sin conexión. Lo que marque se guarda y se envía cuando vuelva la señal.`)
};

export const offline_unkept = /** @type {(inputs: Offline_UnkeptInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Sin conexión, y este teléfono no puede guardar lo que marca. Espere hasta tener conexión.`)
};

export const unsent = /** @type {(inputs: UnsentInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} toque sin enviar. Queda guardado en este teléfono y se enviará pronto.`);
	return /** @type {LocalizedString} */ (`${i?.count} toques sin enviar. Quedan guardados en este teléfono y se enviarán pronto.`)
	
};

export const send_now = /** @type {(inputs: Send_NowInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Enviar ahora`)
};

export const unkept_sent = /** @type {(inputs: Unkept_SentInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Este teléfono no puede guardar lo que marca: no tiene espacio, o la ventana es privada. Se envió, porque hay conexión.`)
};

export const unkept_lost = /** @type {(inputs: Unkept_LostInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`No se guardó. Este teléfono no puede guardarlo y no pudo enviarlo. Inténtelo otra vez con conexión.`)
};

export const understood = /** @type {(inputs: UnderstoodInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Entendido`)
};

export const phone_ended = /** @type {(inputs: Phone_EndedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Se cerró la sesión de este teléfono. Se borró todo lo que guardaba del día. Pida un enlace nuevo a la oficina.`)
};

export const mail_phone_subject = /** @type {(inputs: Mail_Phone_SubjectInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Su día con ${i?.company}, en su teléfono`)
};

export const mail_phone_text = /** @type {(inputs: Mail_Phone_TextInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Abra este enlace en su propio teléfono y elija un PIN. Después verá sus visitas, también sin señal.`)
};

export const mail_phone_until = /** @type {(inputs: Mail_Phone_UntilInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`El enlace sirve para un teléfono, hasta ${i?.until}.`)
};

export const mail_phone_button = /** @type {(inputs: Mail_Phone_ButtonInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Abrir en mi teléfono`)
};

export const join_title = /** @type {(inputs: Join_TitleInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Su día en este teléfono`)
};

export const join_lead = /** @type {(inputs: Join_LeadInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Hola, ${i?.name}. Elija un PIN de 6 dígitos. Lo necesita para abrir la aplicación por la mañana.`)
};

export const pin = /** @type {(inputs: PinInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`PIN (6 dígitos)`)
};

export const pin_again = /** @type {(inputs: Pin_AgainInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`El PIN otra vez`)
};

export const join_button = /** @type {(inputs: Join_ButtonInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Abrir mi día`)
};

export const pin_digits = /** @type {(inputs: Pin_DigitsInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`El PIN debe tener 6 dígitos.`)
};

export const pin_weak = /** @type {(inputs: Pin_WeakInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Cualquiera adivinaría este PIN. Elija otro.`)
};

export const pin_differs = /** @type {(inputs: Pin_DiffersInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Los dos PIN no son iguales.`)
};

export const link_missing = /** @type {(inputs: Link_MissingInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Este enlace no funciona. Pida otro a la oficina.`)
};

export const link_used = /** @type {(inputs: Link_UsedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Este enlace ya se usó. Pida otro a la oficina.`)
};

export const link_expired = /** @type {(inputs: Link_ExpiredInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Este enlace es demasiado viejo. Pida otro a la oficina.`)
};

export const unlock_title = /** @type {(inputs: Unlock_TitleInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Hola, ${i?.name}`)
};

export const unlock_lead = /** @type {(inputs: Unlock_LeadInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Escriba su PIN para abrir su día.`)
};

export const unlock_button = /** @type {(inputs: Unlock_ButtonInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Abrir`)
};

export const pin_wrong = /** @type {(inputs: Pin_WrongInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`Ese PIN no es correcto. Le queda ${i?.count} intento.`);
	return /** @type {LocalizedString} */ (`Ese PIN no es correcto. Le quedan ${i?.count} intentos.`)
	
};

export const no_phone = /** @type {(inputs: No_PhoneInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Este teléfono no está conectado. Abra el enlace que le mandó la oficina.`)
};

export const too_many_tries = /** @type {(inputs: Too_Many_TriesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Demasiados intentos. Espere unos minutos.`)
};

export const app_name = /** @type {(inputs: App_NameInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Mi día`)
};

export const failed = /** @type {(inputs: FailedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Algo salió mal. Lo que marcó antes está guardado en este teléfono.`)
};

export const reload = /** @type {(inputs: ReloadInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Abrir mi día otra vez`)
};

export const nothing_today = /** @type {(inputs: Nothing_TodayInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`No hay visitas hoy.`)
};

export const nothing_tomorrow = /** @type {(inputs: Nothing_TomorrowInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`No hay visitas mañana.`)
};

export const drive_minutes = /** @type {(inputs: Drive_MinutesInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.count} min en coche`)
};

export const open_map = /** @type {(inputs: Open_MapInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Abrir en el mapa`)
};

export const call = /** @type {(inputs: CallInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Llamar a ${i?.name}`)
};

export const text_message = /** @type {(inputs: Text_MessageInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Escribir a ${i?.name}`)
};

export const call_office = /** @type {(inputs: Call_OfficeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Llamar a la oficina`)
};

export const customer = /** @type {(inputs: CustomerInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`el cliente`)
};

export const home = /** @type {(inputs: HomeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Casa`)
};

export const extras = /** @type {(inputs: ExtrasInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Extras`)
};

export const pets = /** @type {(inputs: PetsInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Mascotas`)
};

export const parking = /** @type {(inputs: ParkingInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Estacionamiento`)
};

export const home_photos = /** @type {(inputs: Home_PhotosInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Fotos de la casa`)
};

export const home_notes = /** @type {(inputs: Home_NotesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Sobre la casa`)
};

export const visit_notes = /** @type {(inputs: Visit_NotesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Notas para esta visita`)
};

export const checklist = /** @type {(inputs: ChecklistInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Lista de tareas`)
};

export const required = /** @type {(inputs: RequiredInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Obligatorio`)
};

export const who_is_here = /** @type {(inputs: Who_Is_HereInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`¿Quién está aquí?`)
};

export const who_goes = /** @type {(inputs: Who_GoesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`¿Quién va?`)
};

export const state_to_do = /** @type {(inputs: State_To_DoInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Por hacer`)
};

export const state_on_the_way = /** @type {(inputs: State_On_The_WayInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`En camino`)
};

export const state_working = /** @type {(inputs: State_WorkingInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Trabajando`)
};

export const state_paused = /** @type {(inputs: State_PausedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`En pausa`)
};

export const state_done = /** @type {(inputs: State_DoneInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Terminada`)
};

export const since = /** @type {(inputs: SinceInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`desde las ${i?.time}`)
};

export const items_left = /** @type {(inputs: Items_LeftInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`Falta ${i?.count} tarea obligatoria. Márquela antes de terminar.`);
	return /** @type {LocalizedString} */ (`Faltan ${i?.count} tareas obligatorias. Márquelas antes de terminar.`)
	
};

export const tell_office = /** @type {(inputs: Tell_OfficeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Avisar a la oficina`)
};

export const report_more_time = /** @type {(inputs: Report_More_TimeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Necesitamos más tiempo`)
};

export const report_no_entry = /** @type {(inputs: Report_No_EntryInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`No podemos entrar`)
};

export const report_damage = /** @type {(inputs: Report_DamageInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Algo está dañado`)
};

export const report_extra = /** @type {(inputs: Report_ExtraInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`El cliente pide un extra`)
};

export const report_words = /** @type {(inputs: Report_WordsInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`¿Qué pasó?`)
};

export const report_words_missing = /** @type {(inputs: Report_Words_MissingInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Diga en pocas palabras qué pasó.`)
};

export const send = /** @type {(inputs: SendInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Enviar`)
};

export const waiting_to_send = /** @type {(inputs: Waiting_To_SendInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Por enviar`)
};

export const answer = /** @type {(inputs: AnswerInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`La oficina dice: ${i?.answer}`)
};

export const no_answer = /** @type {(inputs: No_AnswerInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Aún sin respuesta`)
};

export const week_total = /** @type {(inputs: Week_TotalInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Esta semana`)
};

export const hours_minutes = /** @type {(inputs: Hours_MinutesInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.hours} h y ${i?.minutes} min`)
};

export const hours_note = /** @type {(inputs: Hours_NoteInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Tiempo de trabajo, del comienzo al final. Sin viajes ni pausas.`)
};

export const moved = /** @type {(inputs: MovedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`La oficina cambió esta visita. Mírela otra vez.`)
};

export const gone = /** @type {(inputs: GoneInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`La oficina quitó esta visita de su lista.`)
};

export const back = /** @type {(inputs: BackInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Volver`)
};

export const refused_not_yours = /** @type {(inputs: Refused_Not_YoursInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: la visita es ahora de otro equipo.`)
};

export const refused_cancelled = /** @type {(inputs: Refused_CancelledInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: la visita se canceló.`)
};

export const refused_too_old = /** @type {(inputs: Refused_Too_OldInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: eso fue hace demasiado tiempo.`)
};

export const refused_items_open = /** @type {(inputs: Refused_Items_OpenInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: faltan tareas obligatorias.`)
};

export const refused_too_late = /** @type {(inputs: Refused_Too_LateInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: ya es tarde para deshacerlo. Llame a la oficina.`)
};

export const refused_other = /** @type {(inputs: Refused_OtherInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`${i?.stop}: esto no se pudo guardar.`)
};

export const lock_soon = /** @type {(inputs: Lock_SoonInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Conéctese para abrir su día otra vez.`)
};

export const sign_out = /** @type {(inputs: Sign_OutInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Desconectar este teléfono`)
};

export const done_at = /** @type {(inputs: Done_AtInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Terminada a las ${i?.time}`)
};

export const also_here = /** @type {(inputs: Also_HereInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Yo también estoy`)
};

export const mail_greeting = /** @type {(inputs: Mail_GreetingInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Hola, ${i?.name}:`)
};

export const added = /** @type {(inputs: AddedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`La oficina añadió esta visita.`)
};

export const sign_out_sure = /** @type {(inputs: Sign_Out_SureInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`¿Desconectar este teléfono? Se pierde lo que aún no se envió.`)
};

export const entry_codes = /** @type {(inputs: Entry_CodesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Códigos de entrada`)
};

export const show_codes = /** @type {(inputs: Show_CodesInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Ver los códigos`)
};

export const codes_from = /** @type {(inputs: Codes_FromInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Puede ver los códigos desde las ${i?.time}.`)
};

export const codes_over = /** @type {(inputs: Codes_OverInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Ya pasó el tiempo para ver los códigos.`)
};

export const codes_offline = /** @type {(inputs: Codes_OfflineInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Necesita señal para ver los códigos la primera vez.`)
};

export const codes_until = /** @type {(inputs: Codes_UntilInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Se borran de este teléfono a las ${i?.time}. La oficina ve que usted los miró.`)
};

export const code_lost = /** @type {(inputs: Code_LostInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Llame a la oficina por este código.`)
};

export const photos = /** @type {(inputs: PhotosInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Fotos`)
};

export const photo_before = /** @type {(inputs: Photo_BeforeInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Antes`)
};

export const photo_after = /** @type {(inputs: Photo_AfterInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Después`)
};

export const add_photo = /** @type {(inputs: Add_PhotoInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Añadir una foto`)
};

export const photos_waiting = /** @type {(inputs: Photos_WaitingInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} foto espera la señal.`);
	return /** @type {LocalizedString} */ (`${i?.count} fotos esperan la señal.`)
	
};

export const photos_refused = /** @type {(inputs: Photos_RefusedInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} foto no sirve. Tómela otra vez.`);
	return /** @type {LocalizedString} */ (`${i?.count} fotos no sirven. Tómelas otra vez.`)
	
};

export const photos_taken = /** @type {(inputs: Photos_TakenInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} foto`);
	return /** @type {LocalizedString} */ (`${i?.count} fotos`)
	
};

export const picture_optional = /** @type {(inputs: Picture_OptionalInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Foto`)
};

export const bedrooms = /** @type {(inputs: BedroomsInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} dormitorio`);
	return /** @type {LocalizedString} */ (`${i?.count} dormitorios`)
	
};

export const bathrooms = /** @type {(inputs: BathroomsInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} baño`);
	return /** @type {LocalizedString} */ (`${i?.count} baños`)
	
};

export const half_baths = /** @type {(inputs: Half_BathsInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} medio baño`);
	return /** @type {LocalizedString} */ (`${i?.count} medios baños`)
	
};

export const square_feet = /** @type {(inputs: Square_FeetInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} pie cuadrado`);
	return /** @type {LocalizedString} */ (`${i?.count} pies cuadrados`)
	
};

export const push_on_phone = /** @type {(inputs: Push_On_PhoneInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Novedades de su día`)
};

export const push_lead = /** @type {(inputs: Push_LeadInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Este teléfono le avisa cuando la oficina cambia su día, también cuando está bloqueado. No muestra nombres ni direcciones.`)
};

export const push_on = /** @type {(inputs: Push_OnInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Este teléfono le avisa cuando la oficina cambia su día.`)
};

export const push_turn_on = /** @type {(inputs: Push_Turn_OnInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Avisarme de los cambios`)
};

export const push_turn_off = /** @type {(inputs: Push_Turn_OffInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`No avisarme más`)
};

export const push_blocked = /** @type {(inputs: Push_BlockedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Los ajustes de este teléfono no dejan que esta página le avise. Permita ahí las notificaciones y vuelva a abrirla.`)
};

export const push_install = /** @type {(inputs: Push_InstallInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Primero ponga esta página en la pantalla de inicio: toque Compartir y luego «Agregar a inicio». Ábrala desde ahí y vuelva a este lugar.`)
};

export const push_failed = /** @type {(inputs: Push_FailedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`No funcionó. Inténtelo otra vez donde haya señal.`)
};

export const push_title = /** @type {(inputs: Push_TitleInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Su día cambió`)
};

export const push_tomorrow = /** @type {(inputs: Push_TomorrowInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Mañana: ${i?.sentence}`)
};

export const push_moved = /** @type {(inputs: Push_MovedInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`La visita de las ${i?.from} cambia a las ${i?.to}.`)
};

export const push_new = /** @type {(inputs: Push_NewInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Visita nueva: ${i?.time}.`)
};

export const push_gone = /** @type {(inputs: Push_GoneInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`La visita de las ${i?.time} ya no está en su lista.`)
};

export const push_changed = /** @type {(inputs: Push_ChangedInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`Vuelva a mirar la visita de las ${i?.time}.`)
};

export const push_other_day = /** @type {(inputs: Push_Other_DayInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`La visita de las ${i?.time} ahora es otro día.`)
};

export const push_answered = /** @type {(inputs: Push_AnsweredInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (`La oficina le respondió sobre la visita de las ${i?.time}.`)
};

export const push_many = /** @type {(inputs: Push_ManyInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`Hay ${i?.count} cambio. Abra su día.`);
	return /** @type {LocalizedString} */ (`Hay ${i?.count} cambios. Abra su día.`)
	
};
