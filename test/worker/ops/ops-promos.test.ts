import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditLog, promoCodes } from '#db/schema.ts'
import type { CheckoutAnswer } from '#features/store/contract.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { checkout, fillCart, happen, readOrderRow, seedContent } from '#test/support/worker/store.ts'

beforeAll(seedContent)

const newCode = () => `C${newId().toUpperCase().replaceAll(/[^A-Z0-9]/g, '').slice(0, 12)}XX` // prettier-ignore
const rowOf = async (code: string) => (await db.select().from(promoCodes).where(eq(promoCodes.code, code)))[0]
const create = (operator: Colleague, fields: Record<string, string>) => operator.submit('/ops/promo-codes', fields)
const auditOf = async (code: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, code))).map(({ action }) => action)
/** The row of a code on the page. */
const shownRow = async (operator: Colleague, code: string) => {
  const page = await (await operator.get('/ops/promo-codes')).text()
  return (page.split('<tr>').find((part) => part.includes(`<code>${code}</code>`)) ?? '').replaceAll(/\s+/g, ' ')
}

describe('a promo code', () => {
  it('takes off a percentage or an amount for each currency, within its limits and period', async () => {
    const operator = await createModerator('operator')
    const [percent, amounts] = [newCode(), newCode()]
    const typed = ` ${percent.slice(0, 4).toLowerCase()}-${percent.slice(4)} `
    const limits = { usesAtMost: '10', perMemberAtMost: '1', startsAt: '2026-01-01T00:00', endsAt: '2030-12-31T23:59' }
    expect((await create(operator, { code: typed, percent: '20', ...limits })).headers.get('location')).toContain(
      'done=promo-created',
    )
    expect(await rowOf(percent)).toMatchObject({
      percent: 20,
      amounts: null,
      usesAtMost: 10,
      perMemberAtMost: 1,
      startsAt: Date.UTC(2026, 0, 1),
      endsAt: Date.UTC(2030, 11, 31, 23, 59),
    })
    expect((await create(operator, { code: amounts, 'amount-GBP': '5', 'amount-PLN': '19.9', 'amount-EUR': '' })).status).toBe(
      303,
    )
    expect(await rowOf(amounts)).toMatchObject({
      percent: null,
      amounts: { GBP: 500, PLN: 1990 },
      usesAtMost: null,
      endsAt: null,
    })
    expect(await shownRow(operator, amounts)).toContain('£5.00, PLN 19.90')
    expect(await auditOf(percent)).toEqual(['promo-code.created'])
    expect((await fillCart(await createMember(), { 'boost-5': 1 }, percent)).totals).toMatchObject({ discount: 200, total: 799 })
    expect((await fillCart(await createMember(), { 'boost-5': 1 }, amounts)).totals.total).toBe(499)
  })

  it('is refused where it is not one thing, and what was typed stays in the form', async () => {
    const operator = await createModerator('operator')
    const code = newCode()
    const wrong: Record<string, string>[] = [
      { code },
      { code, percent: '20', 'amount-GBP': '5' },
      { code, percent: '0' },
      { code, percent: '101' },
      { code, percent: '1.5' },
      { code, 'amount-GBP': '-5' },
      { code, 'amount-GBP': '5.555' },
      { code, 'amount-GBP': '0' },
      { code, percent: '5', usesAtMost: '0' },
      { code, percent: '5', startsAt: '2026-02-01T00:00', endsAt: '2026-01-01T00:00' },
      { code, percent: '5', endsAt: 'soon' },
      { code: 'ABC', percent: '5' },
      { code: `${code}%_`, percent: '5' },
    ]
    for (const fields of wrong) {
      const answer = await create(operator, fields)
      expect([answer.status, fields], JSON.stringify(fields)).toEqual([422, fields])
    }
    expect(await (await create(operator, { code, percent: '101' })).text()).toContain('value="101"')
    expect([await rowOf(code), await auditOf(code)]).toEqual([undefined, []])
  })

  it('is made once, and never changed', async () => {
    const operator = await createModerator('operator')
    const code = newCode()
    const both = await Promise.all(['20', '30'].map((percent) => create(operator, { code, percent })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
    const before = await rowOf(code)
    expect((await create(operator, { code, percent: '90' })).status).toBe(409)
    expect([await rowOf(code), await auditOf(code)]).toEqual([before, ['promo-code.created']])
  })

  it('shows its uses, and ends without touching orders that have it', async () => {
    const operator = await createModerator('operator')
    const code = newCode()
    await create(operator, { code, percent: '50', usesAtMost: '3' })
    const people = [await createMember(), await createMember()]
    const placed: string[] = []
    for (const member of people) {
      const { totals } = await fillCart(member, { 'boost-5': 1 }, code)
      placed.push((await (await checkout(member, totals.total)).json<CheckoutAnswer>()).orderId)
    }
    expect(await shownRow(operator, code)).toContain('<td>2 of 3</td>')
    await (await happen(`cs_sandbox_${placed[0]}`, { status: 'expired' })).send()
    expect(await shownRow(operator, code)).toContain('<td>1 of 3</td>')
    expect((await operator.submit(`/ops/promo-codes/${code}/end`)).headers.get('location')).toContain('done=promo-ended')
    expect((await operator.submit(`/ops/promo-codes/${code}/end`)).status).toBe(409)
    expect(await auditOf(code)).toEqual(['promo-code.created', 'promo-code.ended'])
    expect(await shownRow(operator, code)).toMatch(/, over/)
    expect((await fillCart(await createMember(), { 'boost-5': 1 }, code)).promoRefusal).toBe('promo-over')
    await (await happen(`cs_sandbox_${placed[1]}`, { status: 'paid' })).send()
    expect(await readOrderRow(placed[1] ?? '')).toMatchObject({ state: 'fulfilled', discount: 500, promoCode: code })
  })
})
