import { appendFileSync } from 'node:fs'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { signIn } from '../support/browser/demo.ts'
import { follow, guestPages, hydrated, memberPages } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { smallTargets } from '../support/browser/targets.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })

const to = { locale: 'en' } as const
const log = (path: string, small: string[]) => small.forEach((line) => appendFileSync('/tmp/small.txt', `${path}  ${line}\n`))

test('what is pressed on a phone is 44 px wide and tall on the pages of guests', async ({ page }) => {
  test.setTimeout(120_000)
  for (const path of guestPages('en')) {
    await page.goto(path)
    log(path, await smallTargets(page))
  }
})

test('what is pressed on a phone is 44 px wide and tall on the pages of members', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, 'anna@demo.test')
  await page.goto(href(routes.peopleNearby, {}, to))
  await hydrated(page)
  const sections = ['language', 'appearance', 'notifications', 'privacy', 'account', 'devices', 'latest', 'sign-in', 'help']
  const parts = [
    ...memberPages('en'),
    ...sections.map((section) => href(routes.mainSettings, {}, { ...to, query: { section } })),
    ...['about', 'basics', 'photos', 'place', 'interests'].map((edit) =>
      href(routes.profileSettings, {}, { ...to, query: { edit } }),
    ),
    href(routes.messages, {}, { ...to, query: { requests: '1' } }),
    href(routes.store, {}, { ...to, query: { view: 'orders' } }),
  ]
  for (const path of parts) {
    await follow(page, path)
    await expect(page).toHaveTitle(/\S/)
    log(path, await smallTargets(page))
  }
})
