import { matchmakerName } from '#features/encounters/contract.ts'
import type { AppContext } from '#server/context.ts'
import { isSameSecret } from '#server/crypto/secrets.ts'
import type { Env } from '#server/env.ts'
import { warn } from '#server/log.ts'
import { matchmakerObject } from '#server/objects/stubs.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'
import { notFound } from '#shared/errors.ts'

/** The result for one part; `ms`: how long it took. */
type Health = { ok: boolean; ms: number }

const timeoutMs = 3_000

/** The services behind requests: each check is one cheap read. */
const checks = {
  database: (env: Env) => env.DB.prepare('select 1').first(),
  object: async (env: Env) => matchmakerObject(env, matchmakerName('anonymous', 0)).figures([]),
  bucket: (env: Env) => env.PHOTOS.head('health'),
} satisfies Record<string, (env: Env) => Promise<unknown>>

/**
 * `GET /healthz`: 'ok' without any check. `?deep` with `Authorization: Bearer {HEALTH_KEY}` checks database, an object and the
 * bucket, and answers 503 if one of them fails; without the right key that URL does not exist.
 */
export async function answerHealth(c: AppContext): Promise<Response> {
  if (c.req.query('deep') === undefined) return c.text('ok')
  if (!hasKey(c)) throw notFound()
  const entries = Object.entries(checks).map(async ([name, check]) => [name, await measure(name, check(c.env))] as const)
  const parts = Object.fromEntries(await Promise.all(entries))
  const isWell = Object.values(parts).every(({ ok }) => ok)
  return c.json(parts, isWell ? 200 : 503, { 'Cache-Control': 'no-store' })
}

function hasKey(c: AppContext): boolean {
  const { HEALTH_KEY: key } = c.env
  return key !== undefined && isSameSecret(c.req.header('Authorization') ?? '', `Bearer ${key}`)
}

async function measure(name: string, answer: Promise<unknown>): Promise<Health> {
  const startedAt = Date.now()
  const ok = await withTimeout(timeoutMs, answer).then(
    () => true,
    (error: unknown) => {
      warn(`health ${name}`, error)
      return false
    },
  )
  return { ok, ms: Date.now() - startedAt }
}
