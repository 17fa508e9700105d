/** The parts of the product that operators can close temporarily; each has its texts under `closed.<name>`. */
export const switchNames = ['sign-up', 'photos', 'anonymous-chat', 'blind-dates', 'store'] as const
export type SwitchName = (typeof switchNames)[number]

/** The text on a page that stays open around a closed part. */
export type ClosedNote = { title: string; text: string }

export const isSwitchName = (name: string): name is SwitchName => switchNames.some((known) => known === name)
