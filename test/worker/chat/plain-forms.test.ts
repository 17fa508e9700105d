import { expect, it } from 'vitest'
import { chatActions, type HistoryPage } from '#features/chat/contract.ts'
import { readHistory } from '#features/chat/server/public.ts'
import { limits } from '#shared/realtime/wire.ts'
import { env } from 'cloudflare:test'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { follow, openPlain, readPlainForm, submitFrom } from '#test/support/worker/plain-forms.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const { send, react, edit, delete: takeBack, unmatch } = chatActions
const logOf = async (conversation: string, member: TestMember): Promise<HistoryPage['messages']> =>
  (await readHistory(env, conversation, member.id))?.page?.messages ?? []

it('a member reads, writes, sees what is wrong, and reads back by forms and links alone', async () => {
  const { conversation, anna, ben } = await createMatch()
  const page = `/messages?chat=${conversation}`
  await env.CONVERSATION.getByName(conversation).seedMessages(
    Array.from({ length: 55 }, (_, n) => ({
      from: anna.id,
      cid: `p-${n}-${conversation}`,
      text: `Line ${n}.`,
      sentAt: Date.now(),
    })),
  )
  const sent = await submitFrom(ben, page, { action: send.path, fields: { text: 'By plain form' } })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, page])
  const html = await follow(ben, sent)
  expect(html).toContain('By plain form')
  expect(html).not.toContain('Line 0.')

  const tooLong = 'z'.repeat(limits.messageText + 1)
  const refused = await follow(ben, await submitFrom(ben, page, { action: send.path, fields: { text: tooLong } }))
  expect(refused).toContain('role="alert"')
  expect(await readPlainForm(refused, send.path)).toContainEqual(['text', tooLong])

  const [, earlier = ''] = new RegExp(`href="([^"]*before=\\d+[^"]*)"`).exec(html) ?? []
  const back = await openPlain(ben, earlier.replaceAll('&amp;', '&'))
  expect(back).toContain('Line 0.')
  expect(back).not.toContain('data-seq="56"')
  expect(back, 'the way to the newest').toContain(`href="${page}"`)
})

it('a member answers, reacts, edits, takes back and unmatches by the forms of the page', async () => {
  const { conversation, anna, ben } = await createMatch()
  const page = `/messages?chat=${conversation}`
  await submitFrom(anna, page, { action: send.path, fields: { text: 'A question' } })
  expect(await openPlain(ben, page)).toContain(`reply=1`)
  await submitFrom(ben, `${page}&reply=1`, { action: send.path, fields: { text: 'Its answer' } })
  expect((await logOf(conversation, anna)).at(-1)).toMatchObject({ text: 'Its answer', replyTo: { seq: 1 } })
  const ofAnswer: [string, string] = ['seq', '2']
  await submitFrom(anna, page, { action: react.path, mark: ofAnswer, fields: { emoji: '👍' } })
  expect((await logOf(conversation, ben)).at(-1)).toHaveProperty('reactions')
  await submitFrom(ben, page, { action: edit.path, mark: ofAnswer, fields: { text: 'Its better answer' } })
  const edited = await openPlain(anna, page)
  expect(edited).toContain('Its better answer')
  expect(edited).not.toContain('Its answer')
  await submitFrom(ben, page, { action: takeBack.path, mark: ofAnswer })
  expect(await openPlain(anna, page)).not.toContain('Its better answer')
  const gone = await submitFrom(anna, page, { action: unmatch.path })
  expect(gone.headers.get('location')).toBe('/messages')
  expect(await follow(anna, gone)).not.toContain(conversation)
})

it('a conversation of others, and one that never was, is a page that does not exist', async () => {
  const { conversation } = await createMatch()
  const stranger = await createMember()
  for (const id of [conversation, newId(), 'someone-elses-conversation'])
    expect((await openPage(stranger, `/messages?chat=${id}`)).status, id).toBe(404)
})
