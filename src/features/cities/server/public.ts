/** The server-side API of this feature for pages and the worker. */
export { cityFact } from './city-fact.ts'
