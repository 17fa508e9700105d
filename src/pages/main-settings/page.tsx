import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { privacyAnchor, type SettingsSection } from '#features/settings/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import type { Translator } from '#shared/i18n/translator.ts'
import { routes } from '#shared/routing/routes.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { IndexList } from './index-list.tsx'
import styles from './page.module.css'
import { panes } from './lazy.tsx'
import type { Props } from './props.ts'

/** The sections of links that name a part of the page only by its anchor. */
const anchoredSections: Readonly<Record<string, SettingsSection>> = {
  [privacyAnchor]: 'privacy',
  notifications: 'latest',
  blocked: 'privacy',
  ended: 'privacy',
}

/** Help has its own messages; the index itself uses the page's. */
function titleOf(section: SettingsSection | null, t: Translator['t']): string {
  if (section === 'help') return t('contact.help.title')
  if (section === 'verification') return t('verification.title')
  return section ? t(`settings.index.${section}`) : t('settings.title')
}

/** An index with one section beside it; if there is no room for both, only one of them is shown. */
export default function MainSettings({ data }: { data: Props }) {
  const { t } = useI18n()
  const href = useHref()
  const { section } = data
  // Old links name a part of the page by its anchor, which the server never sees.
  const lead = useEffectEvent(() => {
    const hash = location.hash.slice(1)
    const meant = section === null ? anchoredSections[hash] : undefined
    if (meant) location.replace(href(routes.mainSettings, {}, { query: { section: meant }, hash }))
  })
  useEffect(() => lead(), [])
  return (
    <div className={section ? `${styles.page} ${styles.opened}` : styles.page}>
      <PageHeader
        title={titleOf(section, t)}
        {...(section ? { back: { href: href(routes.mainSettings, {}), label: t('settings.index.back') } } : {})}
      />
      <div className={styles.panes}>
        <IndexList {...data} />
        <div className={styles.section}>
          <OpenPane key={section} {...data} />
        </div>
      </div>
    </div>
  )
}

/**
 * The open section. React discards a boundary if the page around it changes before the section's code has loaded. Content
 * streamed into it would then be lost, so the boundary must stay the very same element until it has hydrated.
 */
function OpenPane(data: Props) {
  const Pane = panes[data.section ?? 'account']
  const [isTakenOver, setTakenOver] = useState(false)
  const boundary = (
    <Suspense fallback={null}>
      <Pane {...data} />
      <TakenOver onDone={setTakenOver} />
    </Suspense>
  )
  const [first] = useState(boundary)
  return isTakenOver ? boundary : first
}

function TakenOver({ onDone }: { onDone: (isTakenOver: true) => void }) {
  useEffect(() => onDone(true), [onDone])
  return null
}
