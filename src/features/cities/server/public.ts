/** The server-side API of this feature for pages and the worker. */
export { cityFact } from './city-fact.ts'
export { countCities } from './count-cities.ts'
export { cityNamesStatement, cityStatements } from './queries.ts'
export { toCity, toLocalCities } from './to-city.ts'
export { listedFrom } from '../rules.ts'
