import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { consents, members } from '#db/schema.ts'
import { exportActions } from '#features/personal-data/contract.ts'
import { browserOf } from '#test/support/worker/account.ts'
import { Archive, confirm, download, exportsOf, finish, makeExport } from '#test/support/worker/exports.ts'
import { createMember, db, postForm, type TestMember } from '#test/support/worker/members.ts'
import { deleteAccount } from '#test/support/worker/purge.ts'

vi.setConfig({ testTimeout: 60_000 })

const leaving = '/sign-in?step=delete'
const welcomeBack = '/sign-in?step=welcome-back'
const show = async (member: TestMember, page = leaving) => (await browserOf(member).get(page)).text()
const addressOf = (id: string) => exportActions.download.path.replace(':id', id)

/** Asks on the page by its plain form, and fetches the copy from the same page. */
async function takeCopy(member: TestMember): Promise<Archive> {
  await confirm(member)
  expect(await show(member)).toContain(`action="${exportActions.ask.path}"`)
  const asked = await postForm(
    member,
    exportActions.ask.path,
    { back: leaving },
    { referer: `https://kismet.localhost${leaving}` },
  )
  expect([asked.status, asked.headers.get('location')]).toEqual([303, leaving])
  const [row] = await exportsOf(member)
  await finish(row?.id ?? '')
  const page = await show(member)
  expect(page).toContain(addressOf(row?.id ?? ''))
  expect(page).not.toContain(`action="${exportActions.ask.path}"`)
  return new Archive(new Uint8Array(await (await download(member, row?.id ?? '')).arrayBuffer()))
}

it.each(['restricted', 'incomplete'] as const)('a member who is %s gets it on the page itself', async (state) => {
  const member = await createMember({ member: { state } })
  expect((await takeCopy(member)).rows('members')).toMatchObject([{ id: member.id, state }])
})

it('works before the new terms are agreed to: the page has the copy itself', async () => {
  const member = await createMember()
  expect(await show(member)).toContain('/main-settings?section=privacy')
  await db.update(consents).set({ version: '0.9' }).where(eq(consents.subjectId, member.id))
  const archive = await takeCopy(member)
  expect(archive.rows('consents').every(({ version }) => version === '0.9')).toBe(true)
})

it('without a recent confirmation the page asks for a new sign-in, and the link of an old page leads back to it', async () => {
  const member = await createMember({ member: { state: 'restricted' } })
  const id = await makeExport(member)
  await confirm(member, 0)
  const page = await show(member)
  expect(page).toContain('sign out and sign in again')
  expect(page).not.toContain(addressOf(id))
  const answer = await browserOf(member).get(addressOf(id), { 'sec-fetch-mode': 'navigate' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, leaving])
})

it('of a deleted account only what is ready is there', async () => {
  const [early, late] = [await createMember(), await createMember()]
  const id = await makeExport(early)
  for (const { id: memberId } of [early, late]) await deleteAccount(memberId)
  for (const each of [early, late]) await confirm(each)
  expect(await show(early, welcomeBack)).toContain(addressOf(id))
  expect((await download(early, id)).status).toBe(200)
  const other = await show(late, welcomeBack)
  expect(other).not.toContain(exportActions.ask.path)
  expect((await browserOf(late).post(exportActions.ask.path, {})).status).toBe(401)
  expect((await db.select().from(members).where(eq(members.id, late.id)))[0]?.state).toBe('deleted')
})
