import { createContext } from "react-router";

/** The nonce that the Content-Security-Policy of this response allows for scripts. */
export const nonceContext = createContext<string>("");
