import { withLock } from '#ui/browser/with-lock.ts'
import { playedKey } from '#shared/browser/storage-keys.ts'
import { localStore } from '#ui/browser/stores.ts'
import { readSoundChoice, soundFiles, type SoundChoice } from './sound-choice.ts'

const remembered = 20

/**
 * Plays the chosen sound for a notification in one window of this browser. That is the first to get its lock and not
 * find it among those already played; without locks that record alone keeps two windows apart, mostly.
 */
export async function playFor(notificationId: string): Promise<void> {
  await withLock(`kismet-sound-${notificationId}`, async () => {
    if (isPlayed(notificationId)) return
    await play(readSoundChoice())
  })
}

/** True when the browser played it. */
export async function play(choice: SoundChoice): Promise<boolean> {
  try {
    await new Audio(soundFiles[choice]).play()
    return true
  } catch (error) {
    console.error('Audio playback failed', error)
    return false
  }
}

/** Notes it as played; true when another window has done so. */
function isPlayed(id: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStore.read(playedKey) ?? '[]')
    const played = Array.isArray(stored) ? stored : []
    if (played.includes(id)) return true
    localStore.write(playedKey, JSON.stringify([id, ...played].slice(0, remembered)))
  } catch {
    // With foreign data in it, playing twice is better than not at all.
  }
  return false
}
