import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import styles from './join-note.module.css'

/** The link from looking at profiles to signing up. */
export function JoinNote() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <Card as="section" kind="surface" labelledBy="join" className={styles.note}>
      <div className={styles.words}>
        <h2 id="join">{t('public-profile.join.title')}</h2>
        <p>{t('public-profile.join.text')}</p>
      </div>
      <ButtonLink href={href(routes.signUp, {})}>{t('common.nav.signUp')}</ButtonLink>
    </Card>
  )
}
