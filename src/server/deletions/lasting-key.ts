import { deriveKey, type KeyPurpose } from '../crypto/keys.ts'
import type { Env } from '../env.ts'

export type KeyEnv = Pick<Env, 'DELETIONS_KEY' | 'SESSION_SECRET'>

/** Derives a key that outlives rotations of the session's secret, which takes the place of the lasting one only locally. */
export const deriveLastingKey = ({ DELETIONS_KEY, SESSION_SECRET }: KeyEnv, purpose: KeyPurpose) =>
  deriveKey(DELETIONS_KEY ?? SESSION_SECRET, purpose)
