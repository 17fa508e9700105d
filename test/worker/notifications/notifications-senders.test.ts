import { accountActions } from '#features/auth/contract.ts'
import { env, runInDurableObject } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { notifyMember, readSummary } from '#features/member-hub/server/public.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import { notificationActions, photoDecisionsMs, type NotificationsPage } from '#features/notifications/contract.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { browserOf, createPerson, password, signIn } from '#test/support/worker/account.ts'
import { createMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { createModerator } from '#test/support/worker/staff.ts'
import { codeIn, emailsTo, Visitor } from '#test/support/worker/visitor.ts'
import { reportNoticeId } from '#shared/realtime/report-notice-id.ts'

// Hashing a password takes its time by design.
vi.setConfig({ testTimeout: 60_000 })

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }
const noticesOf = async ({ id }: { id: string }) =>
  ((await readNotices(env, id, { limit: 10, before: null })) ?? []).map(
    ({ notice: { id, ...subject } }) => (expect(id).not.toBe(''), subject),
  )

it('the owner is notified of the decision about their photo, with the reason', async () => {
  const [owner, moderator] = [await createMember(), await createModerator()]
  const [good, bad] = [
    await createPhoto(owner, { state: 'pending', createdAt: 1 }),
    await createPhoto(owner, { state: 'pending', position: 1, createdAt: 1 }),
  ]
  await moderator.submit(`/ops/photos/${good.id}`, { decision: 'approved' })
  await moderator.submit(`/ops/photos/${bad.id}`, { decision: 'rejected', reason: 'unclear' })
  await moderator.submit(`/ops/photos/${bad.id}`, { decision: 'approved' })
  await eventually(async () => (await noticesOf(owner)).some((notice) => 'approved' in notice), 'both decisions')
  expect(await noticesOf(owner)).toEqual([{ kind: 'moderation', photo: 'several', approved: 1, rejected: 1 }])
})

it('decisions about one upload notify once, and a repeat of one counts nothing', async () => {
  const owner = await createMember()
  const decisions = [
    { id: 'photo:1', decided: { photo: 'approved' } },
    { id: 'photo:2', decided: { photo: 'rejected', reason: 'unclear' } },
    { id: 'photo:3', decided: { photo: 'approved' } },
    { id: 'photo:4', decided: { photo: 'approved' } },
    { id: 'photo:1', decided: { photo: 'approved' } },
  ] as const
  for (const { id, decided } of decisions) await notifyMember(env, owner.id, { id, kind: 'moderation', ...decided })
  expect(await noticesOf(owner)).toEqual([{ kind: 'moderation', photo: 'several', approved: 3, rejected: 1 }])
  expect((await readSummary(env, owner.id))?.notifications).toBe(1)
  const answer = await openPage(owner, notificationActions.list.path)
  const { t, tn } = createTranslator('en', await loadMessages('en', ['notifications']), { timeZone: 'UTC' })
  expect((await answer.json<NotificationsPage>()).items).toMatchObject([
    {
      title: t('notifications.photo.severalTitle'),
      message: `${tn('notifications.photo.onProfile', 3)} ${tn('notifications.photo.refused', 1)}`,
    },
  ])
})

it('a decision after the member has looked, or much later, is news of its own', async () => {
  const owner = await createMember()
  const tell = (id: string) => notifyMember(env, owner.id, { id, kind: 'moderation', photo: 'approved' })
  await tell('photo:1')
  await env.MEMBER_HUB.getByName(owner.id).markNoticesRead(null)
  await tell('photo:2')
  await runInDurableObject(env.MEMBER_HUB.getByName(owner.id), (_, { storage }) => {
    storage.sql.exec("UPDATE notifications SET at = at - ? WHERE id = 'photo:2'", photoDecisionsMs + 60_000)
  })
  await tell('photo:3')
  expect(await noticesOf(owner)).toEqual(Array.from({ length: 3 }, () => ({ kind: 'moderation', photo: 'approved' })))
})

it('decisions about reports are notices of their own, between photos, too, and a repeat of one counts nothing', async () => {
  const owner = await createMember()
  const photo = (id: string) => notifyMember(env, owner.id, { id, kind: 'moderation', photo: 'approved' })
  const report = (id: string) => notifyMember(env, owner.id, { id: reportNoticeId(id), kind: 'moderation', report: 'acted' })
  for (const send of [() => photo('photo:1'), () => report('1'), () => photo('photo:2'), () => report('2')]) await send()
  for (const send of [() => report('1'), () => photo('photo:1'), () => photo('photo:2')]) await send()
  expect((await noticesOf(owner)).map((notice) => JSON.stringify(notice)).toSorted()).toEqual(
    [
      { kind: 'moderation', photo: 'several', approved: 2, rejected: 0 },
      { kind: 'moderation', report: 'acted' },
      { kind: 'moderation', report: 'acted' },
    ].map((notice) => JSON.stringify(notice)),
  )
  expect((await readSummary(env, owner.id))?.notifications).toBe(3)
})

it('a sign-in from a browser that the member has not used before notifies them, the first and known ones do not', async () => {
  const person = await createPerson()
  const known = new Visitor()
  await signIn(person.email, password, known, firefox)
  await signIn(person.email, password, known, firefox)
  expect(await noticesOf(person)).toEqual([])
  await signIn(person.email, password, new Visitor(), firefox)
  expect(await noticesOf(person)).toEqual([{ kind: 'security', event: 'new-device', browser: 'Firefox', system: 'Linux' }])
})

it('a new password and a new address notify the member', async () => {
  const person = await createPerson({ confirmedAgoMs: 0 })
  await browserOf(person).post(accountActions.changePassword.path, {
    currentPassword: password,
    password: 'a-quite-different-harbour',
  })
  expect(await noticesOf(person)).toEqual([{ kind: 'security', event: 'password' }])
  const email = `${crypto.randomUUID()}@example.test`
  await browserOf(person).post(accountActions.changeEmail.path, { email })
  expect(await noticesOf(person)).toHaveLength(1)
  await browserOf(person).post(accountActions.confirmEmail.path, { code: codeIn(emailsTo(email).at(-1)) })
  expect(await noticesOf(person)).toEqual(
    expect.arrayContaining([
      { kind: 'security', event: 'password' },
      { kind: 'security', event: 'email' },
    ]),
  )
})
