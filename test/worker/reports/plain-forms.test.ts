import { expect, it } from 'vitest'
import { blockActions } from '#features/blocks/contract.ts'
import { reportActions } from '#features/reports/contract.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { follow, readPlainForm, submitFrom } from '#test/support/worker/plain-forms.ts'

const { report } = reportActions
const { block, unblock } = blockActions
const texts = async () => createTranslator('en', await loadMessages('en', ['common', 'safety']), { timeZone: 'UTC' })
const statusOf = async (member: TestMember, { id }: TestMember) => (await openPage(member, `/profile-info/${id}`)).status

it('one reports by the form of a profile, after a refusal that keeps what was written', async () => {
  const [anna, ben, { t }] = [await createMember(), await createMember(), await texts()]
  const profile = `/profile-info/${ben.id}`
  const refused = await submitFrom(anna, profile, { action: report.path, fields: { text: 'Asks for money.' } })
  const html = await follow(anna, refused)
  expect(html).toContain(t('common.field.choice'))
  expect(await readPlainForm(html, report.path)).toContainEqual(['text', 'Asks for money.'])
  const fields = { text: 'Asks for money.', category: 'spam' }
  const done = await follow(anna, await submitFrom(anna, profile, { action: report.path, fields }))
  expect(done).toContain(t('safety.report.doneTitle'))
  expect(done).not.toContain(t('safety.report.urgentTitle'))
  expect([await statusOf(ben, anna), await statusOf(anna, ben)]).toEqual([404, 404])
})

it('one blocks by the form of a conversation and unblocks by the one of the settings', async () => {
  const [{ conversation, anna, ben }, { t }] = [await createMatch(), await texts()]
  const blocked = await submitFrom(anna, `/messages?chat=${conversation}`, { action: block.path })
  expect(await follow(anna, blocked)).toContain(t('safety.blocked.doneBlocked'))
  expect(await statusOf(ben, anna)).toBe(404)
  const settings = blocked.headers.get('location')?.split('#')[0] ?? ''
  const lifted = await submitFrom(anna, settings, { action: unblock.path, mark: ['id', ben.id] })
  expect(await follow(anna, lifted)).toContain(t('safety.blocked.doneUnblocked'))
  expect(await statusOf(ben, anna)).toBe(200)
})
