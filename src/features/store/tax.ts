/** Standard rates on electronically supplied services, in hundredths of a percent, by ISO 3166 country (as of November 2026). */
const rates: Readonly<Record<string, number>> = {
  AT: 2000, BE: 2100, BG: 2000, CY: 1900, CZ: 2100, DE: 1900, DK: 2500, EE: 2400, ES: 2100, FI: 2550, FR: 2000, GB: 2000, GR: 2400,
  HR: 2500, HU: 2700, IE: 2300, IM: 2000, IT: 2200, LT: 2100, LU: 1700, LV: 2100, MC: 2000, MT: 1800, NL: 2100, PL: 2300, PT: 2300,
  RO: 2100, SE: 2500, SI: 2200, SK: 2300, TR: 2000, UA: 2000,
} // prettier-ignore

/** The tax included in a price, by the buyer's country; 0 if the operator owes none there, or the country is unknown. */
export const taxRateOf = (country: string | null) => (country === null ? 0 : (rates[country] ?? 0))
