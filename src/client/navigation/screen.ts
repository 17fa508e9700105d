import type { ReactNode } from 'react'
import type { LayoutComponent } from '#layouts/layout-props.ts'
import type { Bootstrap } from '#shared/bootstrap.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import type { Messages } from '#shared/i18n/messages.ts'
import type { DeferredValues } from '#shared/react/deferred.tsx'

export type PageComponent = (props: { data: unknown }) => ReactNode

/** Everything that one page on screen consists of. */
export type Screen = {
  bootstrap: Bootstrap
  translator: Translator
  deferred: DeferredValues
  Layout: LayoutComponent
  Page: PageComponent
}

/** The screen, and the function that replaces it. */
export type Stage = {
  shown: Bootstrap
  show: (screen: Screen) => void
  navigation: Navigation
  /** The number of refreshes so far: only the newest one is shown. */
  refreshes: number
}

/** The 404 page consists only of layout. */
export const noPage: PageComponent = () => null

export function createScreen(bootstrap: Bootstrap, messages: Messages, rest: Omit<Screen, 'bootstrap' | 'translator'>): Screen {
  return { bootstrap, ...rest, translator: createTranslator(bootstrap.locale, messages, { timeZone: bootstrap.timeZone }) }
}
