import { env } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { readNotices } from '#features/member-hub/server/public.ts'
import { apiPaths } from '#shared/api-paths.ts'
import { browserOf, createPerson, password, signIn } from '../support/worker/account.ts'
import { createMember } from '../support/worker/members.ts'
import { createPhoto } from '../support/worker/photos.ts'
import { eventually } from '../support/worker/realtime-client.ts'
import { createModerator } from '../support/worker/staff.ts'
import { codeIn, lettersTo, Visitor } from '../support/worker/visitor.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 30_000 })

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }
const noticesOf = async ({ id }: { id: string }) =>
  ((await readNotices(env, id, { limit: 10, before: null })) ?? []).map(
    ({ notice: { id, ...subject } }) => (expect(id).not.toBe(''), subject),
  )

it('the owner hears what became of their photo, with the reason', async () => {
  const [owner, moderator] = [await createMember(), await createModerator()]
  const [good, bad] = [
    await createPhoto(owner, { state: 'pending', createdAt: 1 }),
    await createPhoto(owner, { state: 'pending', position: 1, createdAt: 1 }),
  ]
  await moderator.submit(`/ops/photos/${good.id}`, { decision: 'approved' })
  await moderator.submit(`/ops/photos/${bad.id}`, { decision: 'rejected', reason: 'unclear' })
  await moderator.submit(`/ops/photos/${bad.id}`, { decision: 'approved' })
  await eventually(async () => (await noticesOf(owner)).length === 2, 'both decisions')
  expect(await noticesOf(owner)).toEqual(
    expect.arrayContaining([
      { kind: 'moderation', photo: 'approved' },
      { kind: 'moderation', photo: 'rejected', reason: 'unclear' },
    ]),
  )
})

it('a sign-in from a browser that the member has not used before is told, the first and known ones are not', async () => {
  const person = await createPerson()
  const known = new Visitor()
  await signIn(person.email, password, known, firefox)
  await signIn(person.email, password, known, firefox)
  expect(await noticesOf(person)).toEqual([])
  await signIn(person.email, password, new Visitor(), firefox)
  expect(await noticesOf(person)).toEqual([{ kind: 'security', event: 'new-device', browser: 'Firefox', system: 'Linux' }])
})

it('a new password and a new address are told', async () => {
  const person = await createPerson({ confirmedAgoMs: 0 })
  await browserOf(person).post(apiPaths.changePassword, { currentPassword: password, password: 'a-quite-different-harbour' })
  expect(await noticesOf(person)).toEqual([{ kind: 'security', event: 'password' }])
  const email = `${crypto.randomUUID()}@example.test`
  await browserOf(person).post(apiPaths.changeEmail, { email })
  expect(await noticesOf(person)).toHaveLength(1)
  await browserOf(person).post(apiPaths.confirmEmail, { code: codeIn(lettersTo(email).at(-1)) })
  expect(await noticesOf(person)).toEqual(
    expect.arrayContaining([
      { kind: 'security', event: 'password' },
      { kind: 'security', event: 'email' },
    ]),
  )
})
