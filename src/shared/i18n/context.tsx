import { createContext, use, type ReactNode } from 'react'
import { href, type Params, type Query } from '../routing/href.ts'
import type { Route } from '../routing/routes.ts'
import type { Translator } from './translator.ts'

const TranslatorContext = createContext<Translator | null>(null)

export function I18nProvider({ value, children }: { value: Translator; children: ReactNode }) {
  return <TranslatorContext value={value}>{children}</TranslatorContext>
}

export function useI18n(): Translator {
  const translator = use(TranslatorContext)
  if (!translator) throw new Error('useI18n needs an I18nProvider above it')
  return translator
}

/** Returns `href` bound to the page's locale. */
export function useHref() {
  const { locale } = useI18n()
  return <const Path extends string>(
    route: Pick<Route, 'key'> & { path: Path },
    params: Params<Path>,
    options?: { query?: Query; hash?: string },
  ) => href(route, params, { ...options, locale: locale.code })
}
