/** The parts of the product that operators can close for a time; each has its texts under `closed.<name>`. */
export const switchNames = ['sign-up', 'photos', 'anonymous-chat', 'blind-dates', 'store'] as const
export type SwitchName = (typeof switchNames)[number]

/** What a page says that stays open around a closed part. */
export type ClosedNote = { title: string; text: string }

export const isSwitchName = (name: string): name is SwitchName => switchNames.some((known) => known === name)
