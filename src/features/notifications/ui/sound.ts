import { withLock } from '#ui/browser/with-lock.ts'
import { playedKey } from '#shared/browser/storage-keys.ts'
import { localStore } from '#ui/browser/stores.ts'
import { readSoundChoice, soundFiles, type SoundChoice } from './sound-choice.ts'

const remembered = 20

/**
 * Plays the chosen sound for a notification in one window of this browser: the first that gets its lock and does not find it
 * among those already played. Without locks, that record alone usually prevents a second playing.
 */
export async function playFor(notificationId: string): Promise<void> {
  await withLock(`kismet-sound-${notificationId}`, async () => {
    if (isPlayed(notificationId)) return
    await play(readSoundChoice())
  })
}

/** True if the browser played it. */
export async function play(choice: SoundChoice): Promise<boolean> {
  try {
    await new Audio(soundFiles[choice]).play()
    return true
  } catch (error) {
    console.error('Audio playback failed', error)
    return false
  }
}

/** Records it as played; true if another window has already done so. */
function isPlayed(id: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStore.read(playedKey) ?? '[]')
    const played = Array.isArray(stored) ? stored : []
    if (played.includes(id)) return true
    localStore.write(playedKey, JSON.stringify([id, ...played].slice(0, remembered)))
  } catch {
    // If the record contains foreign data, playing twice is better than not at all.
  }
  return false
}
