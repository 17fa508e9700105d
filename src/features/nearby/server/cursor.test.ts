import { describe, expect, test } from 'vitest'
import type { Env } from '#server/env.ts'
import { openCursor, sealCursor, type Cursor } from './cursor.ts'

const now = Date.UTC(2026, 10, 20, 12)
const env = { SESSION_SECRET: 'only-for-tests-0123456789abcdefghijklmnopqrstuvwxyz' } as Env
const cursor: Cursor = {
  sub: 'anna',
  view: '{}',
  at: now,
  from: null,
  to: { activeAt: now - 5000, id: 'zoe' },
  after: { rank: 61.2, id: 'ben' },
}
const own = { sub: 'anna', view: '{}' }

describe('the cursor', () => {
  test('comes back as it was sealed', async () => {
    expect(await openCursor(env, await sealCursor(env, cursor, now), own, now + 1000)).toEqual(cursor)
  })

  test('reveals neither when others were last active nor who they are', async () => {
    const text = await sealCursor(env, cursor, now)
    const readable = text
      .split('.')
      .map((part) => atob(part.replaceAll('-', '+').replaceAll('_', '/')))
      .join(' ')
    for (const hidden of ['zoe', 'anna', String(now - 5000)]) expect(readable).not.toContain(hidden)
  })

  test('is null an hour later, for another member, for other filters, under another secret, or when edited', async () => {
    const text = await sealCursor(env, cursor, now)
    expect(await openCursor(env, text, own, now + 61 * 60_000)).toBeNull()
    expect(await openCursor(env, text, { ...own, sub: 'ben' }, now)).toBeNull()
    expect(await openCursor(env, text, { ...own, view: '{"online":1}' }, now)).toBeNull()
    expect(await openCursor({ ...env, SESSION_SECRET: `${env.SESSION_SECRET}x` }, text, own, now)).toBeNull()
    expect(await openCursor(env, `${text.slice(0, -4)}AAAA`, own, now)).toBeNull()
    expect(await openCursor(env, 'nonsense', own, now)).toBeNull()
  })
})
