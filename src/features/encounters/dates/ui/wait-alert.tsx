import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { blindDateActions, type WaitAlertState } from '../contract.ts'
import type { EveningFormat } from './evening-format.ts'
import styles from './lobby.module.css'

type WaitAlertProps = {
  alert: WaitAlertState
  languages: readonly string[]
  /** In the member's time zone. */ format: EveningFormat
}

/** For those who do not wait: one push message when someone begins to. Without push messages, where to turn them on. */
export function WaitAlert({ alert: { until, isPushOn }, languages, format }: WaitAlertProps) {
  const { t } = useI18n()
  const href = useHref()
  const isOn = until !== null
  return (
    <section className={styles.card} aria-labelledby="wait-alert">
      <h2 id="wait-alert">{t('dates.alert.title')}</h2>
      <p className={styles.quiet}>
        {isOn ? t('dates.alert.on', { time: format.time(until) }) : t(isPushOn ? 'dates.alert.text' : 'dates.alert.off')}
      </p>
      {isOn || isPushOn ? (
        <ActionForm key={String(isOn)} action={blindDateActions.waitAlert} className={styles.form} stays>
          {({ error, pending }) => (
            <>
              <input type="hidden" name="on" value={isOn ? '0' : '1'} />
              {isOn ? null : languages.map((code) => <input key={code} type="hidden" name="languages[]" value={code} />)}
              {error ? <Notice kind="error">{error}</Notice> : null}
              <Button kind="secondary" pending={pending}>
                {t(isOn ? 'dates.alert.stop' : 'dates.alert.start')}
              </Button>
            </>
          )}
        </ActionForm>
      ) : (
        <div>
          <ButtonLink kind="secondary" href={href(routes.mainSettings, {}, { query: { section: 'notifications' } })}>
            {t('dates.alert.settings')}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
