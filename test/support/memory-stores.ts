import { statfsSync } from 'node:fs'

const memory = '/dev/shm'
/** What all runtimes of a run store at once stays below a third of it. Containers often have 64 MB there. */
const neededBytes = 1024 ** 3

/**
 * Lets the runtimes and browsers of tests store in memory where the system has a folder for it. workerd waits for the disk at every
 * commit, so that most of a test's time would be waiting; Chromium's processes share their memory through files. All take the folder
 * from `TMPDIR`.
 */
export function storeInMemory(): void {
  if (freeBytes(memory) >= neededBytes) process.env['TMPDIR'] = memory
}

/** 0 where there is no such folder. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
