/** The server-side API of this feature for other features and for pages. */
export { datesOf } from './client.ts'
