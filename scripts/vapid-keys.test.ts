import { execFileSync } from 'node:child_process'
import { importJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { vapidHeader } from '#features/push/server/vapid.ts'

const lines = () => execFileSync(process.execPath, ['scripts/vapid-keys.ts'], { encoding: 'utf8' }).trim().split('\n')

/** The value of a name, as in wrangler.toml or .dev.vars. */
function valueOf(name: string, printed: readonly string[]): string {
  const found = printed.flatMap((line) => new RegExp(`^${name} ?= ?"?([\\w-]+)"?$`).exec(line)?.[1] ?? [])
  if (found.length !== 1) throw new Error(`${name} is printed ${found.length} times`)
  return found[0] ?? ''
}

const keysOf = (printed: readonly string[]) => ({
  VAPID_PUBLIC_KEY: valueOf('VAPID_PUBLIC_KEY', printed),
  VAPID_PRIVATE_KEY: valueOf('VAPID_PRIVATE_KEY', printed),
})

test('the script prints a pair of keys: what the private one signs, the public one verifies', async () => {
  const keys = keysOf(lines())
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  const now = Date.now()
  const header = await vapidHeader({ ...keys, PUBLIC_ORIGIN: 'https://kismet.example', MAIL_FROM: '' }, endpoint, now)
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(key).toBe(keys.VAPID_PUBLIC_KEY)
  const point = Buffer.from(key, 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))
  expect(payload).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'https://kismet.example' })
  expect(payload.exp).toBeLessThanOrEqual(now / 1000 + 24 * 60 * 60)
  // Another pair does not fit.
  const other = keysOf(lines())
  const mixed = { ...other, VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY, PUBLIC_ORIGIN: '', MAIL_FROM: 'hello@kismet.example' }
  const wrong = await vapidHeader(mixed, endpoint, now).then(
    (text) => /t=([\w.-]+)/.exec(text)?.[1] ?? '',
    () => '',
  )
  await expect(jwtVerify(wrong, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))).rejects.toThrow()
})

test('each run makes keys of its own, and says where they go', () => {
  const [first, second] = [lines(), lines()]
  expect(new Set([...Object.values(keysOf(first)), ...Object.values(keysOf(second))]).size).toBe(4)
  for (const place of ['wrangler.toml', 'wrangler secret put VAPID_PRIVATE_KEY', '.dev.vars'])
    expect(first.join('\n')).toContain(place)
})
