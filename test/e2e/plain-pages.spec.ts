import { chatActions } from '#features/chat/contract.ts'
import { anonymousActions, type LobbyProps } from '#features/encounters/anonymous/contract.ts'
import type { Step } from '#features/onboarding/contract.ts'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { callsOf, post, postBy } from '../support/browser/demo.ts'
import { answerWhatIsAsked, expectInReach } from '../support/browser/newcomer.ts'
import { addPhotos } from '../support/browser/photos.ts'
import { test } from '../support/browser/strangers.ts'
import { expect, Talker } from '../support/browser/talker.ts'
import { textsOf } from '../support/browser/texts.ts'
import { pictures } from '../support/fixtures/pictures.ts'

// Forms and their fields are compared in test/worker: here each of them is found and opened without a script.
test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

const locale = 'de'
const { t } = textsOf(locale)

test('a refused report of a profile stands open; a first message is written there, accepted, and answered with a photo', async ({
  page,
  server,
}) => {
  const [one, other] = [await server.addMember('Robin'), await server.addMember('Alex')]
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await server.signIn(page.context(), one.id)

  await test.step('the report is found in the menu, and says what is wrong without having closed', async () => {
    await page.goto(href(routes.profileInfo, { id: other.id }, { locale }))
    await button(t('safety.open.menu')).click()
    await button(t('safety.open.report')).click()
    const report = page.getByRole('dialog', { name: t('safety.report.title', { name: other.firstName }) })
    const words = report.getByRole('textbox', { name: t('safety.report.words') })
    await words.fill('Asks for money.')
    await report.getByRole('button', { name: t('safety.report.confirm') }).click()
    await expect(report.getByText(t('common.field.choice'))).toBeVisible()
    await expect(words).toHaveValue('Asks for money.')
    await report.getByRole('button', { name: t('common.form.close') }).click()
    await expect(report).toBeHidden()
  })

  await test.step('a first message is sent from a dialog, and accepted', async () => {
    const write = button(t('profile.request.write', { name: other.firstName }))
    await write.click()
    await page.getByLabel(t('profile.request.label'), { exact: true }).fill('Your lighthouse made me curious.')
    await button(t('profile.request.send')).click()
    await expect(page.getByText(t('profile.request.sent', { name: other.firstName }))).toBeVisible()
    await server.signIn(page.context(), other.id)
    await page.goto(href(routes.messages, {}, { locale, query: { requests: 1 } }))
    await button(t('chat.request.acceptLabel', { name: one.firstName })).click()
    await expect(page.getByRole('log')).toContainText('Your lighthouse made me curious.')
  })

  await test.step('a photo goes with its words, which can be edited, taken back and answered', async () => {
    const file = page.getByLabel(t('chat.photo.attach'))
    await expect(file).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await file.setInputFiles({ name: 'bridge.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(pictures.gpsJpeg, 'base64') })
    await page.locator('#message').fill('From the bridge')
    await button(t('chat.send')).click()
    const sent = page.locator('[data-seq]').filter({ hasText: 'From the bridge' })
    await expect(sent.getByAltText(t('chat.photo.own'))).toBeVisible()
    const fold = (name: string) => sent.locator('summary').filter({ hasText: name })
    await fold(t('chat.menu.label')).click()
    await fold(t('chat.menu.edit')).click()
    await expect(sent.getByLabel(t('chat.editing'))).toHaveValue('From the bridge')
    await expect(sent.getByLabel(t('chat.editing'))).toBeVisible()
    await fold(t('chat.menu.delete')).click()
    await expect(sent.getByRole('button', { name: t('chat.delete.confirm') })).toBeVisible()
    await sent.getByRole('link', { name: t('chat.menu.reply') }).click()
    await expect(page.locator('form').filter({ hasText: t('chat.replyToSelf') })).toContainText('From the bridge')
  })
})

test('in a talk with a stranger one looks for news, and opens the report', async ({ page, server, talkLanguage }) => {
  const [zelda, quirin] = [await server.addMember('Zelda'), await server.addMember('Quirin')]
  await server.signIn(page.context(), zelda.id)
  const talker = new Talker({ page, locale, member: zelda })
  const partner = await callsOf(server, quirin)
  const join = { language: talkLanguage, topics: [] }
  await post(page, anonymousActions.join.path, join)
  await postBy(partner, anonymousActions.join.path, join)
  const lobby = async (): Promise<LobbyProps> => (await (await partner.get(`${talker.lobby}/_payload.json`)).json()).data.props
  await expect.poll(lobby).toMatchObject({ kind: 'paired' })
  const { id } = (await lobby()) as Extract<LobbyProps, { kind: 'paired' }>
  await page.goto(href(routes.anonymousChatRoom, { id }, { locale }))
  await postBy(partner, chatActions.send.path, { conversation: id, cid: crypto.randomUUID(), text: 'Is it late?' })
  await page.getByRole('link', { name: t('encounters.news') }).click()
  await talker.hears('Is it late?')
  await talker.reports()
  await partner.dispose()
})

test('each way on of a newcomer is in reach of a thumb, and a photo’s sheet holds what can be done with it', async ({
  page,
  server,
}) => {
  await server.signIn(page.context(), demoId('incomplete@demo.test'))
  await answerWhatIsAsked(page)
  const open = (step: Step) => page.goto(href(routes.questionnaire, {}, { locale, query: { step } }))
  await open('portrait')
  for (const kind of ['photo', 'drawing'] as const) {
    await page.getByRole('radio', { name: t(`questionnaire.portrait.${kind}`) }).check()
    await expectInReach(page, t('common.form.continue'))
  }
  await open('intent')
  await expectInReach(page, t('common.form.continue'))
  await open('beliefs')
  await page
    .locator('summary')
    .filter({ hasText: t('profile.see.change') })
    .click()
  await expectInReach(page, t('common.form.continue'))

  await server.signIn(page.context(), (await server.addMember('Robin')).id)
  await addPhotos(page, 2, server.approvePhotos)
  await page.goto(href(routes.profileSettings, {}, { locale }))
  const sheet = page.getByRole('dialog', { name: t('photos.alt', { number: 2 }) })
  await page.getByRole('button', { name: t('photos.alt', { number: 2 }) }).click()
  await expect(sheet.getByRole('button', { name: t('photos.move.firstShort') })).toBeVisible()
  await sheet.getByText(t('photos.remove.short'), { exact: true }).click()
  await sheet.getByRole('button', { name: t('photos.remove.confirm') }).click()
  await expect(page.locator('#photos').getByText(t('photos.done.removed'))).toBeVisible()
})
