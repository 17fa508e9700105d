import { Suspense, useState } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import styles from './boost-link.module.css'
import { BoostDialog } from './lazy-browser.ts'

/** Opens the boosts of the member, whose script comes with the press; without one it leads to the store. */
export function BoostLink() {
  const { t } = useI18n()
  const href = useHref()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ButtonLink
        kind="secondary"
        size="s"
        icon="rocket"
        href={href(routes.store, {})}
        className={styles.link}
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        {t('boosts.nearby.open')}
      </ButtonLink>
      {isOpen ? (
        <Suspense fallback={null}>
          <BoostDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
