import type { AppContext } from './context.ts'

/** The country of the network address (ISO 3166), from the edge; null if unknown, as locally. */
export function countryOf(c: AppContext): string | null {
  const country = c.req.header('cf-ipcountry')
  return country && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}
