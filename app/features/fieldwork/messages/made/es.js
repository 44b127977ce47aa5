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

export const stops = /** @type {(inputs: StopsInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} parada`);
	return /** @type {LocalizedString} */ (`${i?.count} paradas`)
	
};

export const offline = /** @type {(inputs: OfflineInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Sin conexión. Lo que marque se guarda y se envía cuando vuelva la señal.`)
};

export const unsent = /** @type {(inputs: UnsentInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`${i?.count} toque sin enviar. Queda guardado en este teléfono y se enviará pronto.`);
	return /** @type {LocalizedString} */ (`${i?.count} toques sin enviar. Quedan guardados en este teléfono y se enviarán pronto.`)
	
};

export const send_now = /** @type {(inputs: Send_NowInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Enviar ahora`)
};

export const refused = /** @type {(inputs: RefusedInputs) => LocalizedString} */ (i) => {const form = registry.plural("es", i?.count, {});
	if (form === "one") return /** @type {LocalizedString} */ (`El sistema de la oficina no aceptó ${i?.count} toque. Llame a la oficina.`);
	return /** @type {LocalizedString} */ (`El sistema de la oficina no aceptó ${i?.count} toques. Llame a la oficina.`)
	
};

export const understood = /** @type {(inputs: UnderstoodInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Entendido`)
};

export const phone_ended = /** @type {(inputs: Phone_EndedInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Se cerró la sesión de este teléfono. Se borró todo lo que guardaba del día. Pida un enlace nuevo a la oficina.`)
};
