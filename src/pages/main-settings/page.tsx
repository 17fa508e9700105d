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

/** The sections of links that name a part of the page by its anchor alone. */
const anchoredSections: Readonly<Record<string, SettingsSection>> = {
  [privacyAnchor]: 'privacy',
  notifications: 'latest',
  blocked: 'privacy',
  ended: 'privacy',
}

/** Help brings its own words; the index itself has the page's. */
function titleOf(section: SettingsSection | null, t: Translator['t']): string {
  if (section === 'help') return t('contact.help.title')
  return section ? t(`settings.index.${section}`) : t('settings.title')
}

/** An index with one section beside it; where there is no room for both, only one of them. */
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
 * The open section. React gives a boundary up when the page around it changes before the section's code has loaded.
 * Content that streams into it would then be lost, so the boundary stays the very same element until it has hydrated.
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
