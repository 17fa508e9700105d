import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './section-form.module.css'

/** Shows what went wrong; if there is a newer version, with both solutions. */
export function Refusal({ error }: { error: string }) {
  const { t } = useI18n()
  const href = useHref()
  const isStale = error === t('common.error.stale')
  return (
    <>
      {error}
      {isStale ? (
        <span className={styles.ways}>
          <Button kind="secondary" size="s" name="overwrite" value="1">
            {t('profile.settings.overwrite')}
          </Button>
          <a className="alone" href={href(routes.profileSettings, {})}>
            {t('profile.settings.reload')}
          </a>
        </span>
      ) : null}
    </>
  )
}
