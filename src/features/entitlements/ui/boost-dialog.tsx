import { useEffect, useState } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { boostActions, type BoostsAnswer } from '../contract.ts'
import { ActivateBoost } from './activate-boost.tsx'
import { sayActivated } from './say-activated.ts'
import styles from './owned.module.css'

/**
 * The member's boosts, fetched when it opens, and the form that activates one. `onStart`: gets the end (ms) of a boost that
 * begins at once.
 */
export function BoostDialog({ onStart, onClose }: { onStart: (until: number) => void; onClose: () => void }) {
  const translator = useI18n()
  const { t, tn, format } = translator
  const href = useHref()
  const [boosts, setBoosts] = useState<BoostsAnswer | 'offline' | null>(null)
  useEffect(() => {
    const leave = new AbortController()
    fetch(boostActions.list.path, { headers: { Accept: 'application/json' }, signal: leave.signal })
      .then(async (response) => setBoosts(response.ok ? await response.json() : 'offline'))
      .catch(() => leave.signal.aborted || setBoosts('offline'))
    return () => leave.abort()
  }, [])
  return (
    <Dialog id="boosts" title={t('boosts.nearby.title')} closeLabel={t('boosts.nearby.close')} sheet open onClose={onClose}>
      <div className={styles.dialog} aria-busy={boosts === null}>
        <p>{t('boosts.nearby.text')}</p>
        {boosts === 'offline' ? <Notice kind="error">{t('common.error.offline')}</Notice> : null}
        {boosts !== null && boosts !== 'offline' ? (
          <>
            {boosts.until === null ? null : (
              <p>
                <strong>{t('boosts.activate.done', { time: format.time(boosts.until) })}</strong>
              </p>
            )}
            <p>{boosts.left > 0 ? tn('boosts.nearby.have', boosts.left) : t('boosts.nearby.none')}</p>
            {boosts.left > 0 ? (
              <ActivateBoost
                id={boosts.key}
                follows={boosts.until !== null}
                onDone={(boost) => {
                  const isLater = boosts.until !== null && boost.startsAt >= boosts.until
                  if (!isLater) onStart(boost.endsAt)
                  sayActivated(translator, boost, isLater)
                  onClose()
                }}
              />
            ) : null}
          </>
        ) : null}
        <ButtonLink
          kind={boosts !== null && boosts !== 'offline' && boosts.left === 0 ? 'secondary' : 'quiet'}
          href={href(routes.store, {})}
        >
          {t('boosts.nearby.store')}
        </ButtonLink>
      </div>
    </Dialog>
  )
}
