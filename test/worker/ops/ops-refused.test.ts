import { beforeAll, describe, expect, it } from 'vitest'
import { failedEmails, paymentDifferences } from '#db/schema.ts'
import { storeMessage } from '#test/support/worker/contact.ts'
import { createMember, db, postForm } from '#test/support/worker/members.ts'
import { writePost } from '#test/support/worker/posts.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { fileReport } from '#test/support/worker/reports.ts'
import { createEnrolled, createModerator } from '#test/support/worker/staff.ts'
import { order, pay, seedContent } from '#test/support/worker/store.ts'

beforeAll(seedContent)

/** The opening tag of a field, by its id. */
const tagOf = (page: string, id: string) =>
  new RegExp(`<(?:input|select|textarea|fieldset)[^>]*\\sid="${id}"[^>]*>`).exec(page)?.[0] ?? ''
const textOf = (page: string, id: string) => new RegExp(`id="${id}"[^>]*>\\n?([^<]*)</textarea>`).exec(page)?.[1]
const chosenIn = (page: string, id: string) =>
  /value="([^"]*)"\s+selected/.exec(new RegExp(`id="${id}"[^]*?</select>`).exec(page)?.[0] ?? '')?.[1]

/** Says beside the field what is wrong with it, leads to it from the top, and puts the focus there. */
function expectMarked(page: string, id: string): void {
  const tag = tagOf(page, id)
  expect(tag, id).toContain('aria-invalid="true"')
  expect(/aria-describedby="([^"]*)"/.exec(tag)?.[1]?.split(' '), id).toContain(`${id}-problem`)
  expect(page).toMatch(new RegExp(`<p class="wrong" id="${id}-problem">[^<]+</p>`))
  expect(page).toMatch(new RegExp(`role="alert"[^]*<a href="#${id}">`))
}
const focused = (page: string) =>
  [...page.matchAll(/<(?:input|select|textarea)[^>]*\sid="([\w-]+)"[^>]*\sautofocus/g)].map(([, id]) => id)

describe('a refused form shows again what was typed and chosen, with the error at its field', () => {
  it('decision about a report', async () => {
    const [moderator, ben] = [await createModerator(), await createMember()]
    const [id, other] = [await fileReport(await createMember(), ben), await fileReport(await createMember(), ben)]
    const response = await postForm(moderator.member, `/ops/reports/${id}`, [
      ['action', 'restrict'],
      ['reason', 'so & <so>'],
      ['rule', 'harassment'],
      ['facts', 'Short.'],
      ['duration', 'month'],
      ['also[]', other],
    ])
    const page = await response.text()
    expect(response.status).toBe(422)
    expect([textOf(page, 'reason'), textOf(page, 'facts')]).toEqual(['so &amp; &lt;so&gt;', 'Short.'])
    expect([chosenIn(page, 'rule'), chosenIn(page, 'duration')]).toEqual(['harassment', 'month'])
    expect(tagOf(page, `also-${other}`)).toMatch(/\schecked/)
    for (const field of ['reason', 'facts']) expectMarked(page, field)
    for (const field of ['rule', 'duration']) expect(tagOf(page, field)).not.toContain('aria-invalid')
    expect(focused(page)).toEqual(['reason'])
  })

  it('restriction of a member', async () => {
    const [moderator, { id }] = [await createModerator(), await createMember()]
    const fields = { rule: 'harassment', facts: 'Short.', duration: 'good' }
    const page = await (await moderator.submit(`/ops/members/${id}/restrict`, fields)).text()
    expect([chosenIn(page, 'rule'), textOf(page, 'facts'), chosenIn(page, 'duration')]).toEqual(Object.values(fields))
    expectMarked(page, 'facts')
    expect(focused(page)).toEqual(['facts'])
  })

  it('search for a member, whether the text is no address or nobody’s', async () => {
    const moderator = await createModerator()
    for (const email of ['nora@', `${newId().toLowerCase()}@example.test`]) {
      const page = await (await moderator.submit('/ops/members', { email })).text()
      expect(tagOf(page, 'email')).toContain(`value="${email}"`)
      expectMarked(page, 'email')
    }
  })

  it('answer to a message', async () => {
    const [moderator, { id }] = [await createModerator(), await storeMessage()]
    const page = await (await moderator.submit(`/ops/contact/${id}`, { decision: 'answer', answer: 'Hello.' })).text()
    expect(textOf(page, 'answer')).toBe('Hello.')
    expectMarked(page, 'answer')
  })

  it('refund of an order', async () => {
    const operator = await createModerator('operator')
    const { orderId, sessionId } = await order(await createMember(), { 'boost-5': 1 })
    await pay(sessionId)
    const page = await (await operator.submit(`/ops/orders/${orderId}/refund`, { part: 'unused', reason: 'Short.' })).text()
    expect(textOf(page, 'reason')).toBe('Short.')
    expect(tagOf(page, 'part-unused')).toMatch(/\schecked/)
    expectMarked(page, 'reason')
  })

  it('note about a difference, beside that difference alone', async () => {
    const operator = await createModerator('operator')
    const [id, other] = [newId(), newId()]
    const money = { kind: 'refund', orderId: newId(), currency: 'GBP', ours: 0, theirs: 3, foundAt: 1, seenAt: 1 } as const
    for (const each of [id, other]) await db.insert(paymentDifferences).values({ id: each, sessionId: each, ...money })
    const page = await (await operator.submit(`/ops/payments/${id}/close`, { note: 'Done.' })).text()
    expect([textOf(page, `note-${id}`), textOf(page, `note-${other}`)]).toEqual(['Done.', ''])
    expectMarked(page, `note-${id}`)
    expect(tagOf(page, `note-${other}`)).not.toContain('aria-invalid')
  })

  it('reason for a switch, beside that switch alone', async () => {
    const operator = await createModerator('operator')
    const page = await (await operator.submit('/ops/switches/store', { to: 'off', reason: 'Flood' })).text()
    expect([textOf(page, 'reason-store'), textOf(page, 'reason-photos')]).toEqual(['Flood', ''])
    expectMarked(page, 'reason-store')
    expect(focused(page)).toEqual(['reason-store'])
  })

  it('redirect, also one that is far too long', async () => {
    const operator = await createModerator('operator')
    const long = `/${'x'.repeat(2100)}`
    const cases = [
      [{ path: '/likes', target: '/about' }, 'path'],
      [{ path: `/${newId().toLowerCase()}`, target: 'nowhere' }, 'target'],
      [{ path: long, target: '/about' }, 'path'],
    ] as const
    for (const [fields, wrong] of cases) {
      const page = await (await operator.submit('/ops/redirects', fields)).text()
      for (const [id, value] of Object.entries(fields)) expect(tagOf(page, id)).toContain(`value="${value}"`)
      expectMarked(page, wrong)
    }
  })

  it('promo code', async () => {
    const operator = await createModerator('operator')
    const fields = { code: 'X', 'amount-GBP': '5.555', usesAtMost: 'many', perMemberAtMost: '2' }
    const page = await (await operator.submit('/ops/promo-codes', fields)).text()
    for (const [id, value] of Object.entries(fields)) expect(tagOf(page, id)).toContain(`value="${value}"`)
    for (const id of ['code', 'amount-GBP', 'usesAtMost']) expectMarked(page, id)
    expect(tagOf(page, 'perMemberAtMost')).not.toContain('aria-invalid')
    expect(focused(page)).toEqual(['code'])
  })

  it('address and text of a post', async () => {
    const operator = await createModerator('operator')
    const page = await (await operator.submit('/ops/posts', { slug: 'Not an address!' })).text()
    expect(tagOf(page, 'slug')).toContain('value="Not an address!"')
    expectMarked(page, 'slug')
    const slug = `walk-${newId()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')}`
    await writePost({ slug, publishedAt: null, texts: { en: 'A walk' } })
    const fields = { title: 'No', description: 'Short.', body: 'What there is to see.' }
    const text = await (await operator.submit(`/ops/posts/${slug}/texts/en`, fields)).text()
    expect([tagOf(text, 'title').includes('value="No"'), textOf(text, 'body')]).toEqual([true, fields.body])
    for (const id of ['title', 'description']) expectMarked(text, id)
    expect(tagOf(text, 'body')).not.toContain('aria-invalid')
  })

  it('code of the second factor, which is not shown again', async () => {
    const enrolled = await createEnrolled()
    const page = await (await enrolled.submit('/ops/code', { code: '000000' })).text()
    expectMarked(page, 'code')
    expect(page).not.toContain('000000')
  })
})

it('a form that was not refused marks nothing', async () => {
  const operator = await createModerator('operator')
  await db.delete(failedEmails)
  for (const path of ['/ops/members', '/ops/promo-codes', '/ops/redirects', '/ops/switches', '/ops/posts']) {
    const page = await (await operator.get(path)).text()
    expect([path, /aria-invalid|autofocus|class="wrong"/.test(page)]).toEqual([path, false])
  }
})
