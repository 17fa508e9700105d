import { expect, it, vi } from 'vitest'
import { anonymousActions, type RoomProps } from '#features/encounters/anonymous/contract.ts'
import { blockActions } from '#features/blocks/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { profileActions } from '#features/profile/contract.ts'
import { viewBy, pairUp } from '#test/support/worker/encounter.ts'
import { createMember, postJson } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { openPlain, readPlainForm, submitFrom } from '#test/support/worker/plain-forms.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { seatBy, untilPaired } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })

const { join, leave, next, report, reveal } = anonymousActions
const lobby = '/anonymous-chat'

it('everything works by the forms of the pages alone: wait, talk, reveal, report, and stop waiting', async () => {
  const [anna, ben] = await Promise.all([createMember(), createMember({ member: { firstName: 'Benedikt' } })])
  const wish = { action: join.path, fields: { language: 'pl' } }
  expect((await submitFrom(anna, lobby, wish)).headers.get('location')).toBe(lobby)
  expect((await submitFrom(anna, lobby, { action: leave.path })).headers.get('location')).toBe(lobby)
  for (const each of [anna, ben]) await submitFrom(each, lobby, wish)
  const { id } = await untilPaired(ben)
  await untilPaired(anna)
  const room = `${lobby}/${id}`
  await submitFrom(anna, room, { action: chatActions.send.path, fields: { text: 'No scripts here' } })
  expect(await openPlain(ben, room)).toContain('No scripts here')
  const revealed = await submitFrom(ben, room, { action: reveal.path })
  expect([revealed.status, revealed.headers.get('location')]).toEqual([303, room])
  expect(await openPlain(ben, room)).not.toContain(`action="${reveal.path}"`)
  const reported = await submitFrom(anna, room, { action: report.path, fields: { category: 'harassment' } })
  expect([reported.status, reported.headers.get('location')]).toEqual([303, `${room}?done=reported`])
  const html = await openPlain(anna, `${room}?done=reported`)
  for (const secret of [ben.id, 'Benedikt']) expect(html).not.toContain(secret)
  for (const each of [anna, ben]) {
    const { props } = await readPayload<RoomProps>(each, room)
    expect(props).toMatchObject({ kind: 'chat', view: { phase: 'ended' }, history: null })
  }
  expect((await submitFrom(ben, room, { action: next.path })).headers.get('location')).toBe(lobby)
  await submitFrom(ben, lobby, { action: leave.path })
})

it('neither way out of a talk is one press: leaving and going on both stand behind a question', async () => {
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  const { id } = await pairUp('anonymous', [anna.id, ben.id])
  for (const each of [anna, ben]) await untilPaired(each)
  const html = await openPlain(anna, `/anonymous-chat/${id}`)
  const inSight = html.replaceAll(/<details\b(?![^>]* open).*?<\/details>/gs, '')
  expect(await readPlainForm(inSight, reveal.path)).toContainEqual(['id', id])
  for (const { path } of [leave, next]) {
    expect(inSight).not.toContain(path)
    expect(await readPlainForm(html, path)).toContainEqual(['id', id])
  }
  await submitFrom(anna, `/anonymous-chat/${id}`, { action: next.path })
  expect((await viewBy(id, ben.id)).phase).toBe('ended')
  expect(await openPlain(ben, `/anonymous-chat/${id}`)).toContain(`action="${next.path}"`)
  await submitFrom(anna, '/anonymous-chat', { action: leave.path })
})

it('a pause and a block by profile leave the talk alone, and hold from its end', async () => {
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  const { id } = await pairUp('anonymous', [anna.id, ben.id])
  for (const each of [anna, ben]) await untilPaired(each)
  expect((await postJson(anna, blockActions.block.path, { id: ben.id })).status).toBe(200)
  expect((await postJson(ben, profileActions.pause.path, { pause: '1' })).status).toBe(200)
  const room = `/anonymous-chat/${id}`
  for (const [each, text] of [
    [ben, 'Still here'],
    [anna, 'So am I'],
  ] as const) {
    expect((await readPayload<RoomProps>(each, room)).props).toMatchObject({ kind: 'chat', view: { phase: 'talking' } })
    expect((await submitFrom(each, room, { action: chatActions.send.path, fields: { text } })).status).toBe(303)
  }
  for (const each of [anna, ben]) {
    const html = await openPlain(each, room)
    for (const text of ['Still here', 'So am I']) expect(html).toContain(text)
  }
  await submitFrom(anna, room, { action: leave.path })
  expect((await viewBy(id, ben.id)).phase).toBe('ended')
  for (const each of [anna, ben]) await eventually(async () => (await seatBy(each).read()).state === 'free', 'a free seat')
  expect((await readPayload(ben, '/anonymous-chat')).props).toEqual({ kind: 'closed', code: 'profile-paused' })
  expect((await readPayload(anna, '/anonymous-chat')).props).toMatchObject({ kind: 'free' })
})
