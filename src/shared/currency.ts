/** Currencies of the store. Amounts are whole minor units: pence, cents, kuruş, bani, haléře, kopiyky, grosze. */
export const currencies = ['GBP', 'USD', 'EUR', 'UAH', 'PLN', 'TRY', 'RON', 'CZK', 'BRL'] as const
export type Currency = (typeof currencies)[number]

const byName = new Set<string>(currencies)
export const isCurrency = (name: string): name is Currency => byName.has(name)
