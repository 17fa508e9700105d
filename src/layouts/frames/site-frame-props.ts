import { createElement } from 'react'
import { localeActions } from '#features/locale/contract.ts'
import { pixelAnchor } from '#features/pixel/contract.ts'
import { ConsentBar } from './lazy.ts'
import { brand } from '#shared/brand.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { localeNames } from '#shared/i18n/locale-names.ts'
import { locales, splitLocale } from '#shared/i18n/locales.ts'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { SiteFrameProps } from '../site-frame.tsx'

const mainRoutes = [
  { route: routes.services, label: 'common.nav.services' },
  { route: routes.about, label: 'common.nav.about' },
  { route: routes.blog, label: 'common.nav.blog' },
  { route: routes.faq, label: 'common.nav.faq' },
] as const

const footerRoutes = [
  { route: routes.publicProfile, label: 'common.footer.people' },
  { route: routes.contactUs, label: 'common.footer.contact' },
  { route: routes.termsAndConditions, label: 'common.footer.terms' },
  { route: routes.privacyPolicy, label: 'common.footer.privacy' },
  { route: routes.cookiesPolicy, label: 'common.footer.cookies' },
  { route: routes.dataProcessingConsent, label: 'common.footer.consent' },
] as const

/** Links and labels of the frame around every page outside the signed-in area. */
export function useSiteFrame(): SiteFrameProps {
  const { t, locale, format } = useI18n()
  const href = useHref()
  const { page, url, viewer, now, error, locales: written, pixel } = usePage()
  const isEntry = page === 'sign-in' || page === 'sign-up' || viewer !== null || error?.closed !== undefined
  const toLink = ({ route, label }: (typeof mainRoutes | typeof footerRoutes)[number]) => ({
    href: href(route, {}),
    label: t(label),
    current: page === route.key,
  })
  return {
    home: { href: href(routes.home, {}), label: brand.name, current: page === routes.home.key },
    // The pages are only for guests; signed-in visitors find the legal texts in a dialog or in their settings.
    links: viewer ? [] : mainRoutes.map(toLink),
    legalLinks: viewer
      ? []
      : [...footerRoutes.map(toLink), ...(pixel ? [{ href: `#${pixelAnchor}`, label: t('common.pixel.label') }] : [])],
    ...(pixel ? { question: createElement(ConsentBar, { state: pixel }) } : {}),
    ...(isEntry ? {} : { signUp: { href: href(routes.signUp, {}), label: t('common.nav.signUp') } }),
    ...(isEntry ? {} : { signIn: { href: href(routes.signIn, {}), label: t('common.nav.signIn') } }),
    locale: {
      label: t('common.locale.label'),
      action: localeActions.choose.path,
      next: splitLocale(url).path,
      locales: locales
        .filter(({ code }) => !written || written.includes(code))
        .map((entry) => ({
          code: entry.code,
          name: localeNames[entry.code].nativeName,
          shortName: localeNames[entry.code].shortName,
          lang: entry.lang,
          current: entry.code === locale.code,
        })),
    },
    labels: {
      skip: t('common.nav.skip'),
      mainNav: t('common.nav.label'),
      legalNav: t('common.footer.label'),
      note: `© ${format.year(now)} ${brand.name} · ${t('common.brand.tagline')}`,
    },
  }
}
