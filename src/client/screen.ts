import type { ReactNode } from 'react'
import type { LayoutComponent } from '#layouts/layout-props.ts'
import type { Bootstrap, PageData } from '#shared/bootstrap.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import type { LateValues } from '#shared/late.tsx'
import { routeList } from '#shared/routes.ts'
import { loadMessages } from './messages.ts'
import { loadLayout, loadPage } from './modules.ts'

/** Everything that one page on screen is made of. */
export type Screen = {
  bootstrap: Bootstrap
  translator: Translator
  late: LateValues
  Layout: LayoutComponent
  Page: (props: { data: unknown }) => ReactNode
}

/** Loads code and messages of a page, all at once. */
export async function loadScreen(bootstrap: Bootstrap, late: LateValues): Promise<Screen> {
  const route = routeList.find((candidate) => candidate.key === bootstrap.page)
  const [Page, Layout, messages] = await Promise.all([
    loadPage(bootstrap.page),
    loadLayout(route ? 'protected' : 'not-found-member'),
    loadMessages(bootstrap.build, bootstrap.locale, ['common', ...(route?.messages ?? [])]),
  ])
  return {
    bootstrap,
    late,
    Page,
    Layout,
    translator: createTranslator(bootstrap.locale, messages, { timeZone: bootstrap.timeZone }),
  }
}

/** A payload (client navigation) keeps what belongs to the deployment from the first document. */
export function nextBootstrap(current: Bootstrap, data: PageData): Bootstrap {
  return { ...current, ...data }
}
