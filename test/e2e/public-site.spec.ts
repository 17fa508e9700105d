import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { citySeeds } from '#features/location/server/public.ts'
import { demoMembers } from '#seed/demo/crowd.ts'
import { defaultLocale, getLocale, locales, splitLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { href, withPrefix } from '#shared/routing/href.ts'
import { findRoute } from '#shared/routing/match.ts'
import { routeList, routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { crawl, readDocument, type CrawledPage } from '../support/browser/crawl.ts'
import { publicPages } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'

/** Pages for guests that search engines may read; the ways to sign in are asked for, but not walked on from. */
function isPublic(path: string): boolean {
  const route = path.endsWith('.xml') ? undefined : findRoute(path.split('?')[0] ?? '')?.route
  return route?.auth === 'guest' && (route.cache === 'guest' || route.key === routes.publicProfile.key)
}

/** Every list that should be empty is compared whole, so that a failure names all pages. */
function expectNone(what: string, pages: Iterable<CrawledPage>, isWrong: (page: CrawledPage) => unknown): void {
  const wrong = [...pages].filter(isWrong).map(({ path }) => path)
  expect.soft(wrong.slice(0, 20), what).toEqual([])
}

/** What each public page of a language says of its own kind in the others: an address with each prefix, and the default one. */
function alternatesOf(path: string): Record<string, string> {
  const { path: bare } = splitLocale(path)
  const own = Object.fromEntries(locales.map(({ code, lang }) => [lang, withPrefix(bare, code)]))
  return { ...own, 'x-default': withPrefix(bare, defaultLocale) }
}

for (const { code } of locales)
  test(`every public page in ${code} is found, whole, in its own language, and says where its other languages are`, async ({
    server,
  }) => {
    const origin = server.url
    const isOfLocale = (path: string) => isPublic(path) && splitLocale(path).locale.code === code
    const pages = await crawl(origin, href(routes.home, {}, { locale: code }), isOfLocale)
    const found = [...pages.values()]

    await test.step('no dead end, no redirect', async () => {
      expectNone('status 200', found, ({ status }) => status !== 200)
      // Ways in are no pages of the site, and other languages have a test of their own, but links must lead somewhere, too.
      const others = new Set(found.flatMap(({ links }) => links).filter((link) => link.startsWith('/') && !isOfLocale(link)))
      for (const path of others) expect.soft((await fetch(origin + path, { redirect: 'manual' })).status, path).toBe(200)
    })

    await test.step('no orphan: every page of the route table and every city and post', async () => {
      const posts = readdirSync('src/seed/posts')
      const wanted = [
        ...routeList
          .filter(({ auth, path, key, cache }) => auth === 'guest' && !path.includes(':') && (cache || key === 'public-profile'))
          .map(({ path }) => withPrefix(path, code)),
        ...citySeeds.map(({ slug }) => href(routes.city, { citySlug: slug }, { locale: code })),
        ...posts.map((slug) => href(routes.blogPost, { slug }, { locale: code })),
      ]
      expect.soft(wanted.filter((path) => !pages.has(path))).toEqual([])
    })

    await test.step('languages', async () => {
      expectNone('html lang', found, ({ lang }) => lang !== getLocale(code).lang)
      const canonical = found.filter(({ path }) => !path.includes('?'))
      // As every language is asked for the same, these links are reciprocal.
      for (const { path, alternates } of canonical) expect.soft(alternates, path).toEqual(alternatesOf(path))
      expectNone('one canonical address, its own', canonical, ({ path, canonicals }) => canonicals.join() !== path)
      const english = code.startsWith('en') ? [] : englishSentences()
      expectNone('no English in another language', found, ({ text }) => english.some((sentence) => text.includes(sentence)))
      expectNone(
        'Cyrillic only in Ukrainian',
        // Members write about themselves in their own language.
        found.filter(({ path }) => !path.includes(routes.publicProfile.path)),
        ({ text }) => code !== 'uk' && /[а-яіїєґ]/i.test(text.replaceAll('Українська', '')),
      )
    })

    await test.step('titles, descriptions and headings', async () => {
      expectNone('one heading of the first level', found, ({ headings }) => headings.length !== 1 || headings[0] === '')
      expectNone('a title of 15 to 70 characters', found, ({ title }) => title.length < 15 || title.length > 70)
      expectNone(
        'a description of 50 to 170 characters',
        found,
        ({ descriptions: [text = ''], descriptions }) => descriptions.length !== 1 || text.length < 50 || text.length > 170,
      )
      expectNone('no placeholder is left', found, ({ html }) => /\{\{|\[object|undefined<|>NaN/.test(html))
      const own = found.filter(({ path }) => !path.includes('?'))
      expect.soft(twice(own.map(({ title }) => title)), 'titles').toEqual([])
      expect.soft(twice(own.map(({ descriptions }) => descriptions.join())), 'descriptions').toEqual([])
    })

    await test.step('facts for search engines can be read', async () => {
      const facts = found.flatMap(({ jsonLd, path }) =>
        jsonLd.map((json) => ({ path, value: JSON.parse(json) as Record<string, unknown> })),
      )
      expect
        .soft(facts.filter(({ value }) => value['@context'] !== 'https://schema.org' || typeof value['@type'] !== 'string'))
        .toEqual([])
      expect(facts.length).toBeGreaterThan(1)
    })

    await test.step('the same markup as in Ukrainian, so that what axe finds there is found for every language', async () => {
      const same = publicPages(code)
      for (const [at, model] of publicPages('uk').entries()) {
        const path = same[at] ?? ''
        expect.soft(skeletonOf(pages.get(path)), path).toEqual(skeletonOf(await readDocument(origin, model)))
      }
    })

    await test.step('nothing of a member who has not agreed to it', async () => {
      const secrets = demoMembers().flatMap(({ id, email }) => [id, email])
      expectNone('ids and addresses', found, ({ html }) => secrets.some((secret) => html.includes(secret)))
    })
  })

/** Attributes that hold words or addresses: only whether they are empty is compared. */
const worded = /^(aria-label|alt|title|placeholder|content|href|value|src|srcset|datetime|lang|hreflang|data-.*)$/i
/** Attributes that are another's in another language: the chosen one of the languages, and where the names of a map stand. */
const own = /^(button name=locale aria-current|text (x|y|text-anchor))$/

/** Paragraphs of a post: each language has as many as it needs. */
const prose = /^(p text|h2 text|blockquote )$/

/** A page's elements with their attributes, without its words. */
function skeletonOf(page: CrawledPage | undefined): string[] {
  const body = page?.html.slice(page.html.indexOf('<body')).replace(/<script\b.*?<\/script>/gs, '') ?? ''
  const elements = body.matchAll(/<(\w+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>(\s*[^<\s]?)/g)
  const all = [...elements].map(([, tag = '', attributes = '', text = '']) => {
    const pairs = [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)]
    const kind = pairs.some(([pair]) => pair === 'name="locale"') ? `${tag} name=locale` : tag
    const compared = pairs
      .filter(([, name = '']) => !own.test(`${kind} ${name}`))
      .map(([, name = '', value = '']) => `${name}=${worded.test(name) ? value.trim() !== '' && 'words' : value}`)
    return [tag, ...compared.toSorted(), text.trim() === '' ? '' : 'text'].join(' ')
  })
  return page?.path.includes('/blog/') ? all.filter((element) => !prose.test(element)) : all
}

const twice = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)

/** English sentences that are long enough to be no name, without those that hold a value. */
function englishSentences(): string[] {
  const texts: string[] = []
  const collect = (node: unknown): void => {
    if (typeof node === 'string') texts.push(node)
    else if (typeof node === 'object' && node !== null) Object.values(node).forEach(collect)
  }
  for (const name of ['about', 'blog', 'city', 'common', 'contact', 'faq', 'home', 'legal', 'public-profile', 'services'])
    collect(JSON.parse(readFileSync(`locales/en/${name}.json`, 'utf8')))
  return texts.filter((text) => text.length > 30 && !text.includes('{{'))
}

test('feeds and sitemaps are well-formed, and every address in them is a page', async ({ page, server }) => {
  const paths = [
    '/sitemap.xml',
    ...locales.flatMap(({ code }) => [`/sitemaps/${code}.xml`, `${withPrefix('/blog', code)}/rss.xml`]),
  ]
  await page.goto(routes.termsAndConditions.path)
  const documents = await page.evaluate(async (all) => {
    const read = async (path: string) => {
      const xml = new DOMParser().parseFromString(await (await fetch(path)).text(), 'application/xml')
      const addresses = [...xml.querySelectorAll('loc, item > link')].map((node) => node.textContent ?? '')
      return { path, root: xml.documentElement.nodeName, isBroken: xml.querySelector('parsererror') !== null, addresses }
    }
    return Promise.all(all.map(read))
  }, paths)
  expect(documents.filter(({ isBroken }) => isBroken)).toEqual([])
  expect(documents.map(({ root }) => root)).toEqual(['sitemapindex', ...locales.flatMap(() => ['urlset', 'rss'])])
  expect(documents.filter(({ addresses }) => addresses.length === 0)).toEqual([])
  const addresses = new Set(documents.flatMap((document) => document.addresses))
  const answers = await Promise.all(
    [...addresses].map(async (address) => [address, (await fetch(address, { redirect: 'manual' })).status] as const),
  )
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
  expect([...addresses].filter((address) => !address.startsWith(server.url))).toEqual([])
})

// The longest words of both alphabets.
for (const code of ['uk', 'de'] as const satisfies LocaleCode[])
  test(`public pages in ${code}: axe finds nothing, and they fit 320 px`, async ({ page }) => {
    for (const path of publicPages(code))
      await test.step(path, async () => {
        await page.setViewportSize({ width: 1280, height: 720 })
        await page.goto(path)
        expect.soft(await violationsOf(page), path).toEqual([])
        await page.setViewportSize({ width: 320, height: 640 })
        expect.soft(await overflowOf(page), path).toEqual({ sideways: 0, cut: [] })
      })
  })

// It goes the same way in each language.
test('public pages: every control is reached by keyboard in its order', async ({ page }) => {
  for (const path of publicPages('uk'))
    await test.step(path, async () => {
      await page.goto(path)
      await expectReachable(page, path)
    })
})

/** How far a page scrolls sideways, and the elements whose words are cut off. */
async function overflowOf(page: Page) {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const { scrollWidth, clientWidth } = document.documentElement
    const isCut = (element: Element) =>
      element.clientWidth > 1 && getComputedStyle(element).overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1
    return {
      sideways: Math.max(0, scrollWidth - clientWidth),
      cut: [...document.querySelectorAll('h1, h2, h3, p, a, button, li, summary')]
        .filter(isCut)
        .map(({ textContent }) => textContent),
    }
  })
}

/** More than a public page has controls. */
const tabsAtMost = 300

/** With the keyboard alone every control is reached in its order, and its focus is seen. */
async function expectReachable(page: Page, path: string): Promise<void> {
  await page.evaluate(watchFocus)
  await page.keyboard.press('Tab')
  // The first key loads what makes them work.
  await expect(page.locator('[data-example] fieldset:disabled')).toHaveCount(0)
  const isOver = () => page.evaluate(() => (window as unknown as Walk).isOver)
  for (let tab = 0; tab < tabsAtMost && !(await isOver()); tab += 10)
    for (let each = 0; each < 10; each += 1) await page.keyboard.press('Tab')
  expect.soft(await isOver(), `${path}: the last control is left`).toBe(true)
  expect.soft(await page.evaluate(() => (window as unknown as Walk).unseen), `${path}: focus without a ring`).toEqual([])
  expect.soft(await page.evaluate(findMissed), `${path}: not reached, or out of order`).toEqual([])
}

type Walk = { walked: Element[]; unseen: string[]; isOver: boolean }

/** Notes in the page which elements get the focus, and whether that is seen, until the document has lost it. */
function watchFocus(): void {
  const walk: Walk = { walked: [], unseen: [], isOver: false }
  Object.assign(window, walk)
  const hasRing = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
    (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  addEventListener('focusin', ({ target: element }) => {
    if (!(element instanceof Element) || walk.isOver) return
    walk.walked.push(element)
    // A card's link covers the card, which then has the ring.
    const around = [element, element.parentElement, element.closest('article, li')].filter((each) => each !== null)
    const styles = [...around.map((each) => getComputedStyle(each)), getComputedStyle(element, '::after')]
    if (!styles.some(hasRing)) walk.unseen.push(element.outerHTML.slice(0, 80))
  })
  // After the last control the browser's own get the focus, and then the first one again.
  addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null) return
    walk.isOver = true
    Object.assign(window, { isOver: true })
  })
}

/** The controls that the walk left out, and those that it came to before one that stands earlier. */
function findMissed(): string[] {
  const { walked } = window as unknown as Walk
  // Of radio buttons with one name only one takes part.
  const isSame = (one: Element, other: Element) =>
    one === other || (one instanceof HTMLInputElement && one.type === 'radio' && one.name === (other as HTMLInputElement).name)
  const missed = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled, [type="hidden"], [tabindex="-1"]') &&
      !element.closest('[popover]') &&
      !walked.some((each) => isSame(element, each)),
  )
  const early = walked.filter((element, index) => {
    const before = walked[index - 1]
    return before && before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
  })
  return [...missed, ...early].map(({ outerHTML }) => outerHTML.slice(0, 80))
}
