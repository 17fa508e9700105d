/** The parts of the product that operators can close for a time; each has its texts under `closed.<name>`. */
export const switchNames = ['sign-up', 'photos', 'anonymous-chat', 'blind-dates', 'store'] as const
export type SwitchName = (typeof switchNames)[number]

export const isSwitchName = (name: string): name is SwitchName => switchNames.some((known) => known === name)
