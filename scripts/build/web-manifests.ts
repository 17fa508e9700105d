import type { Plugin } from 'vite'
import { brand } from '#shared/brand.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import type { Messages } from '#shared/i18n/messages.ts'
import { href, webManifestHref } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { readNamespaces } from './read-messages.ts'

/** Pictures of two pages in both shapes, which scripts/screenshots.ts takes into public/. */
export const screenshots = [
  { name: 'people', form: 'narrow', sizes: '780x1688' },
  { name: 'messages', form: 'narrow', sizes: '780x1688' },
  { name: 'people', form: 'wide', sizes: '1440x900' },
  { name: 'messages', form: 'wide', sizes: '1440x900' },
] as const

export const screenshotPath = ({ name, form }: { name: string; form: string }) => `/screenshots/${name}-${form}.webp`

const tile = { src: '/icon-192.png', sizes: '192x192', type: 'image/png' } as const

/** The pages in an icon's menu, most used first, because launchers may show only some. */
const shortcuts = [
  { route: routes.messages, label: 'common.nav.messages' },
  { route: routes.peopleNearby, label: 'common.nav.people' },
  { route: routes.likes, label: 'common.nav.likes' },
  { route: routes.blindDates, label: 'common.nav.dates' },
] as const

/**
 * The web manifest of a language (spec §2 '/manifest.webmanifest'). One `id` makes all of them one app, whichever language it was
 * installed in. It starts on the first page for members; signed-out visitors are redirected to the sign-in page from there.
 */
export function createWebManifest(code: LocaleCode, messages: Messages) {
  const { t, locale } = createTranslator(code, messages, { timeZone: 'UTC', onMissing: refuseMissing })
  return {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: t('install.description'),
    lang: locale.lang,
    dir: 'ltr',
    start_url: href(routes.peopleNearby, {}, { locale: code }),
    scope: '/',
    display: 'standalone',
    theme_color: brand.themeColor.light,
    background_color: brand.tileColor,
    categories: ['social', 'lifestyle'],
    icons: [
      { ...tile, purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: shortcuts.map(({ route, label }) => ({
      name: t(label),
      url: href(route, {}, { locale: code }),
      icons: [tile],
    })),
    screenshots: screenshots.map((picture) => ({
      src: screenshotPath(picture),
      sizes: picture.sizes,
      type: 'image/webp',
      form_factor: picture.form,
      label: t(`install.screenshots.${picture.name}`),
    })),
  }
}

function refuseMissing(key: string): void {
  throw new Error(`The web manifest lacks the message ${key}`)
}

const manifestOf = async (code: LocaleCode) => JSON.stringify(createWebManifest(code, await readNamespaces(code)))

/** Puts each language's web manifest beside the client's files; the development server creates them on request. */
export function webManifests(): Plugin {
  return {
    name: 'kismet:web-manifests',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      for (const { code } of locales) {
        this.emitFile({ type: 'asset', fileName: webManifestHref(code).slice(1), source: await manifestOf(code) })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0]
        const locale = locales.find(({ code }) => webManifestHref(code) === path)
        if (!locale) return next()
        response.setHeader('Content-Type', 'application/manifest+json')
        manifestOf(locale.code).then((text) => response.end(text), next)
      })
    },
  }
}
