import type { Locator, Page } from '@playwright/test'
import { demoId } from '#seed/demo/random.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { expect } from './test.ts'

/** URLs that work without a session. */
export const guestPages = (locale: LocaleCode): string[] => [
  ...[routes.signIn, routes.signUp, routes.cookiesPolicy, routes.termsAndConditions, routes.dataProcessingConsent].map((route) =>
    href(route, {}, { locale }),
  ),
  ...publicPages(locale),
]

/** One page of each kind of the public site, including the not-found page. */
export const publicPages = (locale: LocaleCode): string[] => [
  ...[
    routes.home,
    routes.about,
    routes.services,
    routes.faq,
    routes.contactUs,
    routes.publicProfile,
    routes.blog,
    routes.privacyPolicy,
  ].map((route) => href(route, {}, { locale })),
  href(routes.blogPost, { slug: 'first-messages' }, { locale }),
  href(routes.city, { citySlug: 'london' }, { locale }),
]

/** The pages of a member, with another member's profile. */
export const memberPages = (locale: LocaleCode): string[] => [
  ...[
    routes.peopleNearby,
    routes.likes,
    routes.favourites,
    routes.visitors,
    routes.messages,
    routes.anonymousChat,
    routes.blindDates,
    routes.profile,
    routes.profileSettings,
    routes.mainSettings,
    routes.store,
    routes.cart,
    routes.quiz,
  ].map((route) => href(route, {}, { locale })),
  href(routes.profileInfo, { id: demoId('ben@demo.test') }, { locale }),
]

export const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', '')

/** What waited for its data answers a press only once React has taken it over, which may be after the page. Until then its link leads on. */
export const takenOver = (part: Locator) =>
  expect.poll(() => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))).toBe(true)

/** Waits until a new element has finished its animations, because half-transparent text fails the contrast check. */
export const arrived = (element: Locator) =>
  element.evaluate((node) => Promise.all(node.getAnimations({ subtree: true }).map(({ finished }) => finished)))

/** Navigates within the document, as a link does; resolves on the new page. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async (address) => void (await window.navigation?.navigate(address).finished), path)
  await expect(page).toHaveURL(path)
}
