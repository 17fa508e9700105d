import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import styles from './join-bar.module.css'

/** On phones it keeps the sign-up within reach between the first and the last screen, which have their own buttons. */
export function JoinBar() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <div className={styles.bar}>
      <ButtonLink href={href(routes.signUp, {})} wide>
        {t('home.hero.join')}
      </ButtonLink>
    </div>
  )
}
