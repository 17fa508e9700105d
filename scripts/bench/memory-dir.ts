import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'

/**
 * Makes a new folder in memory if the system has one. workerd waits for the disk at every commit, in its only thread. In
 * production the storage is elsewhere and nothing waits.
 */
export function makeMemoryDir(prefix: string): Promise<string> {
  return mkdtemp(join(existsSync(memory) ? memory : tmpdir(), prefix))
}
