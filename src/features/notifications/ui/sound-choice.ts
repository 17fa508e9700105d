import { localStore, type Store } from '#ui/browser/stores.ts'

/** Spec §7: the sound files in their order, by the value of the stored choice. */
export const soundFiles = {
  1: '/sounds/uvedomlenie10.mp3',
  2: '/sounds/uvedomlenie14.mp3',
  3: '/sounds/notification.mp3',
} as const
export type SoundChoice = keyof typeof soundFiles
export const soundChoices = [1, 2, 3] as const satisfies SoundChoice[]

const defaultChoice: SoundChoice = 1
/** Key of the local setting (spec §7). */
const choiceKey = 'notifyID'

/**
 * Returns the chosen sound. A failing storage is logged, an unknown choice raises a warning; in both cases the first sound is
 * used (spec §8).
 */
export function readSoundChoice(store: Store<'local'> = localStore): SoundChoice {
  const sayUnreadable = (error: unknown) => console.error(`The stored ${choiceKey} cannot be read`, error)
  let stored: unknown
  try {
    stored = JSON.parse(store.read(choiceKey, sayUnreadable) ?? String(defaultChoice))
  } catch (error) {
    sayUnreadable(error)
    return defaultChoice
  }
  const choice = soundChoices.find((known) => known === stored)
  if (choice === undefined) console.warn(`Unknown sound choice: ${JSON.stringify(stored)}`)
  return choice ?? defaultChoice
}

/** False if the browser stores nothing for this site. */
export function saveSoundChoice(choice: SoundChoice, store: Store<'local'> = localStore): boolean {
  return store.write(choiceKey, JSON.stringify(choice))
}
