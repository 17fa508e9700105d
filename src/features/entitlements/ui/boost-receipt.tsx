import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { useRefreshWhenDue } from '#ui/hooks/use-server-clock.ts'
import { Card } from '#ui/layout/card.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { fewViews, usualDays, type BoostReceiptView } from '../contract.ts'
import { GainList } from './gain-list.tsx'
import styles from './boost-receipt.module.css'

/** The results of one boost, in numbers and plain words. */
export function BoostReceipt({ receipt }: { receipt: BoostReceiptView }) {
  const { t, tn, format, locale } = useI18n()
  const href = useHref()
  const { now } = usePage()
  const { gain, isOver, goodwill, shownTo, isInvisible } = receipt
  useRefreshWhenDue(isOver ? null : receipt.endsAt)
  const when = {
    day: format.day(receipt.startsAt, now),
    from: format.time(receipt.startsAt),
    until: format.time(receipt.endsAt),
  }
  return (
    <>
      <PageHeader title={t('boosts.receipt.title')} text={capital(t('boosts.receipt.when', when), locale.lang)} />
      <Card kind="surface" className={styles.receipt}>
        {isOver ? null : <p>{t('boosts.receipt.running')}</p>}
        <GainList gain={gain} label={t('boosts.receipt.title')} hidesViews={isInvisible} />
        {shownTo > 0 ? <p>{tn('boosts.receipt.shown', shownTo)}</p> : null}
        <p className={styles.how}>{t('boosts.receipt.how', { days: format.number(usualDays) })}</p>
        {isInvisible ? <p className={styles.how}>{t('boosts.receipt.invisible')}</p> : null}
        {isOver && gain.views < fewViews ? (
          <Notice>
            {t('boosts.receipt.little')}
            {goodwill === 'none' ? null : ` ${t(`boosts.receipt.goodwill.${goodwill}`)}`}
          </Notice>
        ) : null}
        <ButtonLink kind="secondary" href={href(routes.store, {})} className={styles.back}>
          {t('boosts.receipt.back')}
        </ButtonLink>
      </Card>
    </>
  )
}

/** 'Yesterday', 'today' and the like are formatted in lower case, but begin a title here. */
const capital = (text: string, lang: string) => text.charAt(0).toLocaleUpperCase(lang) + text.slice(1)
