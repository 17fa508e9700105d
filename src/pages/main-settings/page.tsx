import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { privacyAnchor, type SettingsSection } from '#features/settings/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { IndexList } from './index-list.tsx'
import styles from './page.module.css'
import { panes } from './lazy.tsx'
import type { Props } from './props.ts'

/** Where links to a part of the page lead that know it by its anchor alone. */
const anchoredSections: Readonly<Record<string, SettingsSection>> = {
  [privacyAnchor]: 'privacy',
  notifications: 'latest',
  blocked: 'privacy',
  ended: 'privacy',
}

/** An index, and one section beside it; where there is no room for both, one or the other. */
export default function MainSettings({ data }: { data: Props }) {
  const { t } = useI18n()
  const href = useHref()
  const { section } = data
  // Links of before know a part of the page by its anchor, which the server never sees.
  const lead = useEffectEvent(() => {
    const hash = location.hash.slice(1)
    const meant = section === null ? anchoredSections[hash] : undefined
    if (meant) location.replace(href(routes.mainSettings, {}, { query: { section: meant }, hash }))
  })
  useEffect(() => lead(), [])
  return (
    <div className={section ? `${styles.page} ${styles.opened}` : styles.page}>
      <PageHeader
        title={section ? t(`settings.index.${section}`) : t('settings.title')}
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
 * The section that is shown. What streams into it would be lost if React gave up its boundary, which it does when the page
 * around it changes before the section's code is there: so the boundary stays the very same element until it was taken over.
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
