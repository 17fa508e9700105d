import { readSoundChoice, soundFiles, type SoundChoice } from './sound-choice.ts'

const playedKey = 'notifyPlayed'
const remembered = 20

/**
 * Plays the chosen sound for a notification in one window of this browser. That is the first to get its lock and not
 * find it among those already played.
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

async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  // Without locks the record alone keeps two windows apart, mostly.
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(name, work)
}

/** Notes it as played; true when another window has done so. */
function isPlayed(id: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(playedKey) ?? '[]')
    const played = Array.isArray(stored) ? stored : []
    if (played.includes(id)) return true
    localStorage.setItem(playedKey, JSON.stringify([id, ...played].slice(0, remembered)))
  } catch {
    // Without a storage, or with foreign data in it, playing twice is better than not at all.
  }
  return false
}
