/** The rules for contact details, evaluated with the first message between strangers: an isolate starts without them. */
export const loadContactDetails = () => import('./contact-details.ts')
