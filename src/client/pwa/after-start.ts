import { createElement, type ReactNode } from 'react'
import type { Translator } from '#shared/i18n/translator.ts'
import { BesidePages } from '../beside/beside-pages.tsx'
import { offerBuild } from '../builds/offer-build.ts'
import { watchBuilds } from '../builds/watch-builds.ts'
import { readBootstrap } from '../document-data.ts'
import { fetchNextActions } from '../navigation/next-actions.ts'
import { savesData } from '../navigation/save-data.ts'

type Start = { translator: () => Translator; signal: AbortSignal; show: (beside: ReactNode) => void }

/** What every signed-in page does once it works: it shows what may come late, fetches ahead, and watches for new builds. */
export function afterStart({ translator, signal, show }: Start): void {
  show(createElement(BesidePages))
  if (!savesData()) fetchNextActions()
  if (import.meta.env.PROD)
    watchBuilds({ own: readBootstrap().build, signal, onOther: () => offerBuild(translator(), () => location.reload()) })
}
