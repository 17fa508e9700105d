import type { BrowserContext, Page } from '@playwright/test'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { demoConversationId } from '#seed/demo/conversations.ts'
import { demoId } from '#seed/demo/random.ts'
import { expectOnceInOrder, log } from '../support/browser/chat-log.ts'
import { newPair } from '../support/browser/demo.ts'
import { faults } from '../support/browser/faults.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const { t } = textsOf('en')
const patient = { timeout: 30_000 }
const failure = t('common.failure.title')
const conversation = demoConversationId(demoId('anna@demo.test'), demoId('ben@demo.test'))
/** Where an interface is refused, the console may say so as a warning; errors are the guard's. */
const allowed = [/WebSocket|Failed to establish socket connection|The stored notifyID cannot be read/]
test.use({ allowed })

const path = (route: Parameters<typeof href>[0], query?: Record<string, string>) =>
  href(route, {}, { locale: 'en', ...(query ? { query } : {}) })

/** Faults of a kind, with where a message is sent, too. Each fault has pages of its own in the kind's context. */
const kinds = {
  storages: [
    'localStorage throws when it is read',
    'sessionStorage throws when it is read',
    'both storages are null',
    'both storages are full',
  ],
  WebSocket: ['WebSocket is missing', 'WebSocket cannot be made'],
  'lost interfaces': ['interfaces are missing', 'interfaces are null'],
  'refused interfaces': ['interfaces throw when they are read', 'interfaces throw when they are used'],
} as const

test('every fault is tried', () => {
  expect(Object.values(kinds).flat().toSorted()).toEqual(Object.keys(faults).toSorted())
})

const isReady = (tab: Page, what: string) => expect(tab.locator('html'), what).toHaveAttribute('data-hydrated', '', patient)

async function expectGuestsForms(openTab: () => Promise<Page>): Promise<void> {
  await Promise.all(
    [routes.signUp, routes.signIn, routes.contactUs].map(async (route) => {
      const tab = await openTab()
      await tab.goto(path(route))
      const field = tab.locator('main form input:visible, main form textarea:visible').first()
      await field.focus()
      // The contact page's form is plain: no script takes it over.
      if (route !== routes.contactUs) await isReady(tab, route.path)
      await field.pressSequentially('Anna')
      await expect(field, route.path).toHaveValue(/Anna/)
      await expect(tab.getByText(failure), route.path).toHaveCount(0)
      await tab.close()
    }),
  )
}

/** Two pages as documents, and from the second one to the others. */
async function expectMembersPages(tab: Page): Promise<void> {
  const works = async (address: string) => {
    // What stands beside every page has come, with its effects.
    await expect(tab.locator('main'), address).not.toBeEmpty()
    await expect(tab.getByText(failure), address).toHaveCount(0)
  }
  for (const address of [path(routes.peopleNearby), path(routes.messages, { chat: conversation })]) {
    await tab.goto(address)
    await isReady(tab, address)
    await works(address)
  }
  for (const route of [
    routes.likes,
    routes.favourites,
    routes.visitors,
    routes.blindDates,
    routes.anonymousChat,
    routes.profile,
  ]) {
    // In the bar of every page, or in the tabs of likes and of the two talks.
    const link = tab
      .getByRole('navigation')
      .locator(`a[href="${path(route)}"]`)
      .first()
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page', patient)
    await works(route.path)
  }
  for (const route of [routes.store, routes.mainSettings]) {
    const rows = tab.getByRole('main')
    await rows.locator(`a[href="${path(route)}"]`).click()
    await expect(tab.getByRole('banner').locator(`a[href="${path(routes.profile)}"]`)).toHaveAttribute(
      'aria-current',
      'true',
      patient,
    )
    await works(route.path)
    await tab
      .getByRole('banner')
      .locator(`a[href="${path(routes.profile)}"]`)
      .click()
    await expect(rows.locator(`a[href="${path(routes.store)}"]`)).toBeVisible(patient)
  }
  await tab.evaluate((address) => location.assign(address), path(routes.profileSettings))
  await expect(tab.locator('#photos')).toBeVisible(patient)
  await works(routes.profileSettings.path)
}

for (const [kind, names] of Object.entries(kinds)) {
  test.describe(`where ${names.join(', or ')}`, () => {
    const openFaulty = async (context: BrowserContext, name: keyof typeof faults) => {
      const tab = await context.newPage()
      await tab.addInitScript(faults[name] ?? (() => undefined))
      return tab
    }

    test('a guest’s forms work', async ({ context }) => {
      for (const name of names) await test.step(name, () => expectGuestsForms(() => openFaulty(context, name)))
    })

    test('a member’s pages work and are left for others', async ({ context, server }) => {
      await server.signIn(context, demoId('anna@demo.test'))
      for (const name of names)
        await test.step(name, async () => {
          const tab = await openFaulty(context, name)
          await expectMembersPages(tab)
          await tab.close()
        })
    })

    if (kind === 'storages') return
    test('a message is sent once', async ({ context, server }) => {
      const pair = await newPair(server)
      const chat = path(routes.messages, { chat: pair.conversation })
      await server.signIn(context, pair.one.id)
      const sent: string[] = []
      for (const name of names)
        await test.step(name, async () => {
          const tab = await openFaulty(context, name)
          await tab.goto(chat)
          await isReady(tab, chat)
          const text = `Said all the same: ${name}`
          sent.push(text)
          await tab.getByRole('textbox', { name: t('chat.write', { name: pair.other.firstName }) }).fill(text)
          await tab.getByRole('button', { name: t('chat.send'), exact: true }).click()
          await expect(log(tab).getByText(text)).toHaveCount(1)
          await expect(tab.getByLabel(t('chat.sending'), { exact: true })).toHaveCount(0)
          await tab.close()
        })
      const healthy = await context.newPage()
      await healthy.goto(chat)
      await expectOnceInOrder(healthy, sent)
    })
  })
}
