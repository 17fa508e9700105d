import type { ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { AutosaveForm } from '#ui/forms/autosave-form.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import type { IconName } from '#ui/icons/icon-names.ts'
import { boostActions, type LikesOwned, type OwnedView } from '../contract.ts'
import { ActivateBoost } from './activate-boost.tsx'
import { RunningBoost } from './running-boost.tsx'
import styles from './owned.module.css'

/** `giftName`: the gift in words. */
type OwnedProps = { owned: OwnedView; quota: LikesOwned; giftName: (kind: string) => string }

/** What a member owns, and what it is doing now. */
export function Owned({ owned, quota, giftName }: OwnedProps) {
  const { t, tn, format } = useI18n()
  const { premiumUntil, gifts, running } = owned
  return (
    <Card as="section" kind="surface" labelledBy="owned" className={styles.owned}>
      <h2 id="owned">{t('boosts.owned.title')}</h2>
      {running ? <RunningBoost key={running.id} boost={running} waiting={owned.waiting} /> : null}
      <dl className={styles.list}>
        <Entry icon="rocket" name={t('boosts.owned.boosts')} value={format.number(owned.boosts)}>
          <Boosts owned={owned} />
        </Entry>
        <Entry
          icon="crown"
          name={t('boosts.premium.title')}
          value={
            premiumUntil
              ? t('boosts.premium.until', { date: `${format.date(premiumUntil)}, ${format.time(premiumUntil)}` })
              : t('boosts.premium.none')
          }
        >
          {premiumUntil ? (
            <>
              <p>{t('boosts.premium.ends')}</p>
              <AutosaveForm action={boostActions.mark} saveLabel={t('boosts.mark.save')}>
                {() => (
                  <CheckboxField
                    name="shows"
                    value="1"
                    defaultChecked={owned.showsPremium}
                    label={t('boosts.mark.label')}
                    hint={t('boosts.mark.text')}
                  />
                )}
              </AutosaveForm>
            </>
          ) : null}
        </Entry>
        <Entry
          icon="heart"
          name={t('boosts.likes.title')}
          value={quota.isUnlimited ? t('boosts.likes.unlimited') : tn('boosts.likes.today', quota.left - quota.extra)}
        >
          {quota.extra > 0 ? <p>{tn('boosts.likes.extra', quota.extra)}</p> : null}
        </Entry>
        {gifts.length > 0 ? (
          <Entry icon="cake" name={t('boosts.owned.gifts')} value={null}>
            <ul className={styles.gifts}>
              {gifts.map(({ kind, left }) => (
                <li key={kind}>{t('boosts.owned.gift', { gift: giftName(kind), count: format.number(left) })}</li>
              ))}
            </ul>
          </Entry>
        ) : null}
      </dl>
    </Card>
  )
}

function Boosts({ owned: { boosts, weeklyUntil, lastBoost, running, key } }: { owned: OwnedView }) {
  const { t, format } = useI18n()
  const href = useHref()
  const { now } = usePage()
  return (
    <>
      {weeklyUntil ? (
        <p>{t('boosts.owned.weekly', { day: format.day(weeklyUntil, now), time: format.time(weeklyUntil) })}</p>
      ) : null}
      {boosts > 0 ? <ActivateBoost id={key} follows={running !== null} /> : null}
      {lastBoost ? (
        <p>
          <a className="alone" href={href(routes.store, {}, { query: { boost: lastBoost } })}>
            {t('boosts.owned.last')}
          </a>
        </p>
      ) : null}
    </>
  )
}

type EntryProps = { icon: IconName; name: string; value: string | null; children: ReactNode }

function Entry({ icon, name, value, children }: EntryProps) {
  return (
    <div className={styles.entry}>
      <dt>
        <Icon name={icon} />
        {name}
      </dt>
      {value === null ? null : <dd className={styles.value}>{value}</dd>}
      <dd className={styles.detail}>{children}</dd>
    </div>
  )
}
