import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { demoId } from '#seed/demo/random.ts'
import { follow, guestPages, hydrated, memberPages } from '../support/browser/pages.ts'
import { smallTargets } from '../support/browser/targets.ts'
import { expect, test } from '../support/browser/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const to = { locale: 'en' } as const
const settings = ['language', 'appearance', 'notifications', 'privacy', 'account', 'devices', 'latest', 'sign-in', 'help']
const edits = ['about', 'basics', 'photos', 'place', 'interests']

test('what is pressed on a phone is 44 px wide and tall on the pages of guests, and no class is undefined', async ({ page }) => {
  for (const path of guestPages('en')) {
    await page.goto(path)
    expect.soft(await smallTargets(page), path).toEqual([])
    await expect.soft(page.locator('.undefined'), path).toHaveCount(0)
  }
})

test('what is pressed on a phone is 44 px wide and tall on the pages of members, and no class is undefined', async ({
  page,
  server,
}) => {
  await server.signIn(page.context(), demoId('anna@demo.test'))
  await page.goto(href(routes.peopleNearby, {}, to))
  await hydrated(page)
  for (const path of [
    ...memberPages('en'),
    ...settings.map((section) => href(routes.mainSettings, {}, { ...to, query: { section } })),
    ...edits.map((edit) => href(routes.profileSettings, {}, { ...to, query: { edit } })),
    href(routes.messages, {}, { ...to, query: { requests: '1' } }),
    href(routes.store, {}, { ...to, query: { view: 'orders' } }),
  ]) {
    await follow(page, path)
    expect.soft(await smallTargets(page), path).toEqual([])
    await expect.soft(page.locator('.undefined'), path).toHaveCount(0)
  }
})
