import type { APIRequestContext, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { callsOf, newPair } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

// A refused form is a 422, which Chromium reports.
test.use({ allowed: [/422 \(Unprocessable/] })

const locale = 'uk'
const { t } = textsOf(locale)
const profileOf = (id: string) => href(routes.profileInfo, { id }, { locale })
const privacy = href(routes.mainSettings, {}, { locale, query: { section: 'privacy' } })

/** Opens it from a profile's menu. */
async function openAct(page: Page, act: 'report' | 'block'): Promise<void> {
  await page.getByRole('button', { name: t('safety.open.menu') }).click()
  await page.getByRole('button', { name: t(`safety.open.${act}`), exact: true }).click()
}

/** The profile's address answers as any unknown one, or with the profile. */
async function expectStatus(calls: APIRequestContext, id: string, status: 200 | 404): Promise<void> {
  expect((await calls.get(profileOf(id))).status()).toBe(status)
}

test('a match is blocked from the chat, gone for both at once, and unblocked without anything coming back', async ({
  page,
  browser,
  server,
}) => {
  const { one, other, conversation } = await newPair(server)
  const context = await browser.newContext({ baseURL: server.url })
  const otherPage = await context.newPage()
  await server.signIn(page.context(), one.id)
  await server.signIn(context, other.id)
  const chat = href(routes.messages, {}, { locale, query: { chat: conversation } })
  for (const each of [page, otherPage]) {
    await each.goto(chat)
    await hydrated(each)
  }
  const openDialog = async () => {
    await page.getByRole('button', { name: t('chat.more'), exact: true }).click()
    await page.getByRole('button', { name: t('safety.open.block'), exact: true }).click()
  }
  await openDialog()
  const dialog = page.getByRole('dialog', { name: t('safety.block.title', { name: other.firstName }) })
  await expect(dialog.getByText(t('safety.block.silent', { name: other.firstName }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: t('chat.more'), exact: true })).toBeFocused()
  await openDialog()
  await dialog.getByRole('button', { name: t('safety.block.confirm'), exact: true }).click()

  await expect(page).toHaveURL(href(routes.messages, {}, { locale }))
  await expect(page.getByText(t('safety.blocked.doneBlocked'))).toBeVisible()
  await expect(page.getByText(t('safety.block.undoText'))).toBeVisible()
  await expect(otherPage.getByText(t('chat.over'))).toBeVisible()
  await expectStatus(otherPage.request, one.id, 404)
  await expectStatus(page.request, other.id, 404)

  await page.goto(privacy)
  const list = page.getByRole('region', { name: t('safety.blocked.title') })
  await expect(list.getByText(other.firstName, { exact: true })).toBeVisible()
  await list.getByRole('button', { name: t('safety.blocked.unblockNamed', { name: other.firstName }) }).click()
  await expect(list.getByText(t('safety.blocked.doneUnblocked'))).toBeVisible()
  await otherPage.goto(profileOf(one.id))
  await expect(otherPage.getByRole('heading', { level: 1 })).toContainText(one.firstName)
  expect((await otherPage.request.get(chat)).status(), 'the conversation stays ended').toBe(404)
  await context.close()
})

test('strangers are reported and blocked from their profiles: with help for who is in danger, back to where one was, and undone', async ({
  page,
  server,
}) => {
  const one = await server.addMember('Robin')
  const [dangerous, boring, third] = [
    await server.addMember('Alex'),
    await server.addMember('Charlie'),
    await server.addMember('Sasha'),
  ]
  await server.signIn(page.context(), one.id)

  await test.step('a report from danger shows where help is', async () => {
    await page.goto(profileOf(dangerous.id))
    await openAct(page, 'report')
    const dialog = page.getByRole('dialog', { name: t('safety.report.title', { name: dangerous.firstName }) })
    await expect(dialog.getByText(t('safety.report.blocks', { name: dangerous.firstName }))).toBeVisible()
    const send = dialog.getByRole('button', { name: t('safety.report.confirm') })
    await send.click()
    await expect(dialog.getByText(t('common.field.choice'))).toBeVisible()
    await expect(dialog.getByText(t('safety.report.urgentTitle'))).toBeHidden()
    await dialog.getByRole('radio', { name: t('safety.report.categories.danger') }).check()
    await expect(dialog.getByText(t('safety.report.urgentTitle'))).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('textbox', { name: t('safety.report.words') }).fill('They know where I live.')
    await send.click()

    await expect(page.getByText(t('safety.report.doneTitle'))).toBeVisible()
    await expect(page.getByText(t('safety.report.urgentTitle'))).toBeVisible()
    const list = page.getByRole('region', { name: t('safety.blocked.title') })
    await expect(list.getByText(dangerous.firstName, { exact: true })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    const calls = await callsOf(server, dangerous)
    await expectStatus(calls, one.id, 404)
    expect(await (await calls.get(privacy)).text()).not.toContain(one.id)
    await calls.dispose()
  })

  await test.step('a report that is not urgent says thank you and leads back to where one was', async () => {
    await page.goto(href(routes.visitors, {}, { locale }))
    await page.goto(profileOf(boring.id))
    await hydrated(page)
    await openAct(page, 'report')
    const dialog = page.getByRole('dialog', { name: t('safety.report.title', { name: boring.firstName }) })
    await dialog.getByRole('radio', { name: t('safety.report.categories.spam') }).check()
    await dialog.getByRole('button', { name: t('safety.report.confirm') }).click()
    await expect(page).toHaveURL(href(routes.visitors, {}, { locale }))
    await expect(page.getByText(t('safety.report.doneTitle'))).toBeVisible()
    await expectStatus(page.request, boring.id, 404)
  })

  await test.step('a block leads back to the list and is undone there, which only unblocks', async () => {
    await page.goto(href(routes.likes, {}, { locale }))
    await page.goto(profileOf(third.id))
    await hydrated(page)
    await openAct(page, 'block')
    const dialog = page.getByRole('dialog', { name: t('safety.block.title', { name: third.firstName }) })
    await dialog.getByRole('button', { name: t('safety.block.confirm'), exact: true }).click()
    await expect(page).toHaveURL(href(routes.likes, {}, { locale }))
    const said = page.getByRole('button').filter({ hasText: t('safety.blocked.doneBlocked') })
    await expect(said).toContainText(t('safety.block.undoText'))
    // It stays while somebody reads it.
    await said.hover()
    const calls = await callsOf(server, third)
    await expectStatus(calls, one.id, 404)
    await said.click()
    await expect(page.getByText(t('safety.blocked.doneUnblocked'))).toBeVisible()
    await expectStatus(calls, one.id, 200)
    await calls.dispose()
  })
})
