import { photoActions } from '#features/photos/contract.ts'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { demoOperatorSecret } from '#seed/demo/operator-secret.ts'
import { demoMembers } from '#seed/demo/crowd.ts'
import { demoRelations } from '#seed/demo/relations.ts'
import { demoSafety } from '#seed/demo/reports.ts'
import { stepAt } from '#features/ops/rules.ts'
import { codeAt } from '#features/ops/server/totp.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { signIn } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'
import { pictures } from '../support/fixtures/pictures.ts'

const facts = 'On Monday you asked three members for money.'
const appeal = 'That was not me: somebody else had my telephone that evening.'

async function open(browser: Browser, email: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB', ...options })).newPage()
  await signIn(page, email)
  return page
}

/** `shift`: steps from now, for a second code within the half minute of the first. */
async function showCode(page: Page, secret: string, button: string, shift = 0): Promise<void> {
  await page.getByLabel('Code').fill(await codeAt(secret, stepAt(Date.now()) + shift))
  await page.getByRole('button', { name: button }).click()
}

/** To a page by the navigation, whose links also say how much waits there. */
const go = (page: Page, label: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${label}( \\d+ waiting)?$`) })
    .click()

test('a moderator enrols, an operator lets them in, they restrict, the member appeals, the operator lifts', async ({
  browser,
  baseURL,
  server,
}) => {
  const { t } = textsOf('en')
  // The operators' pages work without their script.
  const plain = { baseURL, javaScriptEnabled: false }
  const moderator = await open(browser, 'moderator@demo.test', plain)
  await moderator.goto('/ops')
  await moderator.getByRole('button', { name: 'Set up the second factor' }).click()
  const secret = (await moderator.locator('dd code').first().innerText()).replaceAll(' ', '')
  await showCode(moderator, secret, 'Confirm')
  await expect(moderator.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await expect(moderator.getByRole('listitem').getByRole('code')).toHaveCount(10)
  await moderator.getByRole('link', { name: 'I have kept them' }).click()
  await expect(moderator.getByText('once an operator has accepted it')).toBeVisible()

  const operator = await open(browser, 'operator@demo.test', plain)
  await operator.goto('/ops')
  await showCode(operator, demoOperatorSecret, 'Open')
  await expect(operator.getByRole('heading', { name: 'Second factors that wait' })).toBeVisible()
  await operator.getByRole('button', { name: 'Accept' }).click()
  await expect(operator.getByRole('status')).toContainText('accepted')
  await go(operator, 'Security')
  await expect(operator.getByRole('row')).toHaveCount(31)
  await moderator.goto('/ops')
  await showCode(moderator, secret, 'Open', 1)

  const { email } = await server.addMember('Robin')
  const member = await open(browser, email, { baseURL })
  await member.goto(href(routes.likes, {}, { locale: 'en' }))
  await go(moderator, 'Members')
  await moderator.getByLabel('Email address of the member').fill(email)
  await moderator.getByRole('button', { name: 'Find' }).click()
  await moderator.getByLabel('Rule').selectOption('scam')
  await moderator.getByLabel('Facts').fill(facts)
  await moderator.getByRole('button', { name: 'Restrict' }).click()
  await expect(moderator.getByRole('status')).toContainText('restricted')

  // The open page leaves by itself, and no further page opens.
  await expect(member).toHaveURL(href(routes.restricted, {}, { locale: 'en' }))
  await member.goto(href(routes.peopleNearby, {}, { locale: 'en' }))
  await expect(member).toHaveURL(href(routes.restricted, {}, { locale: 'en' }))
  await expect(member.getByText(facts)).toBeVisible()
  await member.getByLabel(t('restricted.appeal.label')).fill('Unfair.')
  await member.getByRole('button', { name: t('restricted.appeal.submit') }).click()
  await expect(member.getByText(t('common.field.too-short'))).toBeVisible()
  await member.getByLabel(t('restricted.appeal.label')).fill(appeal)
  await member.getByRole('button', { name: t('restricted.appeal.submit') }).click()
  await expect(member.getByText(appeal)).toBeVisible()
  await expect(member.getByRole('button', { name: t('restricted.appeal.submit') })).toHaveCount(0)

  await go(moderator, 'Appeals')
  const own = moderator.getByRole('article').filter({ hasText: appeal }).filter({ hasText: facts })
  await expect(own).toContainText('somebody else decides')
  await expect(own.getByRole('button')).toHaveCount(0)
  await go(operator, 'Appeals')
  const item = operator.getByRole('article').filter({ hasText: appeal }).filter({ hasText: facts })
  await item.getByRole('button', { name: 'Lift the restriction' }).click()
  await expect(operator.getByRole('status')).toContainText('lifted')
  await member.reload()
  await expect(member).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))

  const owner = await open(browser, (await server.addMember('Robin')).email, { baseURL })
  const uploaded = await owner.request.post(photoActions.upload.path, {
    multipart: { file: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(pictures.gpsJpeg, 'base64') } },
    headers: { Origin: new URL(baseURL ?? '').origin, Accept: 'application/json' },
  })
  expect(uploaded.status()).toBe(201)
  await go(operator, 'Photos')
  const shown = operator
    .getByRole('article')
    .filter({ has: operator.getByRole('img') })
    .last()
  // The picture loads after the document, so its size is polled.
  await expect.poll(() => shown.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await shown.getByRole('button', { name: 'Approve' }).click()
  await expect(operator.getByRole('status')).toContainText('approved')

  await operator.getByRole('button', { name: 'Lock' }).click()
  await operator.goto('/ops/photos')
  await expect(operator.getByLabel('Code')).toBeVisible()
})

test('an operator reads a report, restricts the one whom it is about, and the reporter is notified', async ({
  browser,
  baseURL,
}) => {
  const { t } = textsOf('en')
  const plain = { baseURL, javaScriptEnabled: false }
  const people = demoMembers()
  const [scam] = demoSafety(people, demoRelations(people), Date.now()).reports
  const emailOf = (id: string | undefined) => people.find((person) => person.id === id)?.email ?? ''
  const operator = await open(browser, 'operator@demo.test', plain)
  await operator.goto('/ops')
  // The test above may have used this half minute's code.
  await showCode(operator, demoOperatorSecret, 'Open', 1)
  await go(operator, 'Reports')
  await operator.getByRole('link', { name: 'spam' }).click()
  await expect(operator.getByText('Could you send 200 by gift card?')).toBeVisible()
  const report = operator.url()

  await operator.getByLabel('Reason').fill('A request for money on the second day, in the messages.')
  await operator.getByLabel('Rule').selectOption('scam')
  await operator.getByLabel('Facts').fill('Short.')
  await operator.getByRole('button', { name: 'Restrict, and close as acted' }).click()
  await expect(operator.getByRole('alert')).toContainText('state the facts')
  await expect(operator.getByLabel('Reason')).toHaveValue(/A request for money/)
  await expect(operator.getByLabel('Facts')).toHaveValue('Short.')
  await expect(operator.getByLabel('Facts')).toBeFocused()
  await expect(operator.getByLabel('Facts')).toHaveAccessibleDescription(/State the facts in/)
  await operator.getByLabel('Facts').fill('You asked somebody for money by gift card.')
  await operator.getByRole('button', { name: 'Restrict, and close as acted' }).click()
  await expect(operator.getByRole('status')).toContainText('we have acted')
  // The queue goes on by itself.
  await expect(operator.getByRole('status')).toContainText('This is the next report.')
  await expect(operator.getByText('found out where I work')).toBeVisible()
  await operator.getByRole('link', { name: 'All reports' }).click()
  await expect(operator.getByRole('link', { name: 'danger' })).toBeVisible()
  await expect(operator.getByRole('link', { name: 'spam' })).toHaveCount(0)
  await operator.goto(report)
  await expect(operator.getByRole('heading', { name: 'Decided' })).toBeVisible()
  await expect(operator.getByRole('button', { name: /Dismiss|Restrict/ })).toHaveCount(0)

  const reporter = await open(browser, emailOf(scam?.reporterId), plain)
  await reporter.goto(href(routes.mainSettings, {}, { locale: 'en', query: { section: 'latest' } }))
  await expect(reporter.getByText(t('notifications.report.title'))).toBeVisible()
  await expect(reporter.getByText(t('notifications.report.acted'))).toBeVisible()
  const reported = await open(browser, emailOf(scam?.reportedId), plain)
  await reported.goto(href(routes.likes, {}, { locale: 'en' }))
  await expect(reported).toHaveURL(href(routes.restricted, {}, { locale: 'en' }))
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, locale: 'uk-UA' })

  test('a restricted member signs in, reads why and appeals, in Ukrainian', async ({ page }) => {
    const { t } = textsOf('uk')
    const at = { locale: 'uk' } as const
    await page.goto(href(routes.signIn, {}, at))
    await page.getByLabel(t('auth.signIn.email')).fill('restricted@demo.test')
    await page.getByLabel(t('auth.signIn.password'), { exact: true }).fill('kismet-demo-1')
    await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
    await expect(page).toHaveURL(href(routes.restricted, {}, at))
    await expect(page.getByText(t('restricted.rule.scam.title'))).toBeVisible()

    await page.getByLabel(t('restricted.appeal.label')).fill('Ні.')
    await page.getByRole('button', { name: t('restricted.appeal.submit') }).click()
    await expect(page.getByText(t('common.field.too-short'))).toBeVisible()
    await expect(page.getByLabel(t('restricted.appeal.label'))).toHaveValue('Ні.')
    await page.getByLabel(t('restricted.appeal.label')).fill(appeal)
    await page.getByRole('button', { name: t('restricted.appeal.submit') }).click()
    await expect(page.getByText(appeal)).toBeVisible()

    await page.goto(href(routes.messages, {}, at))
    await expect(page).toHaveURL(href(routes.restricted, {}, at))
    await page.getByRole('button', { name: t('legal.help.open') }).click()
    await expect(page.getByRole('button', { name: t('legal.help.signOut') })).toBeVisible()
  })
})
