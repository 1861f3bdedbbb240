/** Ends what globalSetup.mjs has started. */
export { tearDown as default } from "./globalSetup.mjs";
