import { lazy, Suspense, useState } from 'react'
import type { VerificationProps } from '#features/photos/contract.ts'
import { verificationActions } from '#features/photos/verification.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useFlash, usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { useInBrowser } from '#ui/hooks/use-in-browser.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './verification.module.css'
import { WithdrawConsent } from './withdraw-consent.tsx'

/** The camera's code comes with the press that needs it. */
const CameraStep = lazy(() => import('./camera-step.tsx').then((module) => ({ default: module.CameraStep })))

/** How a member becomes verified: what it is, their consent, and the step that is theirs now. */
export function VerificationSection(view: VerificationProps) {
  const { t } = useI18n()
  const withdrawn = useFlash(verificationActions.withdraw.form)
  return (
    <>
      <Section title={t('verification.what.title')} text={t('verification.what.text')}>
        {withdrawn?.notice ? <Notice kind="success">{withdrawn.notice}</Notice> : null}
        {view.last ? <LastOutcome last={view.last} /> : null}
        <div className={styles.state}>
          {view.mainPhoto ? (
            <img className={styles.photo} src={view.mainPhoto} alt={t('verification.mainPhoto')} width="96" height="120" />
          ) : null}
          <StepText {...view} />
        </div>
        {view.step === 'photo' ? <ToPhotos /> : null}
        {view.step === 'start' && view.hasConsent ? <Start /> : null}
      </Section>
      {view.hasConsent ? (
        <WithdrawConsent title={t('verification.withdraw.title')} hasBadge={view.step === 'verified'} onDone={refreshPage} />
      ) : view.step === 'start' ? (
        <Consent />
      ) : null}
    </>
  )
}

function LastOutcome({ last }: { last: NonNullable<VerificationProps['last']> }) {
  const { t } = useI18n()
  if (last.kind !== 'refused') return <Notice>{t(`verification.last.${last.kind}`)}</Notice>
  return (
    <Notice kind="warn" title={t('verification.last.refused')}>
      {t(`verification.reason.${last.reason}`)}
    </Notice>
  )
}

function StepText(view: VerificationProps) {
  const { t, format } = useI18n()
  const { now } = usePage()
  switch (view.step) {
    case 'photo':
      return <p>{t('verification.step.photo')}</p>
    case 'start':
      return <p>{t('verification.step.start')}</p>
    case 'later':
      return <p>{t('verification.step.later', { when: `${format.day(view.at, now)}, ${format.time(view.at)}` })}</p>
    case 'waiting':
      return (
        <p>
          <strong>{t('verification.step.waitingTitle')}</strong> {t('verification.step.waiting')}
        </p>
      )
    case 'verified':
      return (
        <p className={styles.verified}>
          <Icon name="badge-check" />
          <span>{t('verification.step.verified', { date: format.date(view.at) })}</span>
        </p>
      )
  }
}

function ToPhotos() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <ButtonLink kind="secondary" icon="image" href={href(routes.profileSettings, {}, { hash: 'photos' })}>
      {t('verification.step.toPhotos')}
    </ButtonLink>
  )
}

/** Without a script, there is no camera. */
function Start() {
  const { t } = useI18n()
  const isReady = useInBrowser()
  const [isOpen, setOpen] = useState(false)
  if (!isReady) return <p className={styles.quiet}>{t('verification.camera.noScript')}</p>
  if (!isOpen)
    return (
      <Button type="button" icon="camera" onClick={() => setOpen(true)}>
        {t('verification.camera.start')}
      </Button>
    )
  return (
    <Suspense fallback={null}>
      <CameraStep onClosed={() => setOpen(false)} />
    </Suspense>
  )
}

function Consent() {
  const { t } = useI18n()
  return (
    <Section title={t('verification.consent.title')} text={t('verification.consent.text')}>
      <ActionForm action={verificationActions.consent} className={styles.form} onDone={refreshPage}>
        {({ error, fields, pending }) => (
          <>
            {error && !fields['agreed'] ? <Notice kind="error">{error}</Notice> : null}
            <CheckboxField
              name="agreed"
              value="1"
              label={t('verification.consent.label')}
              hint={t('verification.consent.hint')}
              error={fields['agreed']}
            />
            <Button kind="secondary" pending={pending}>
              {t('verification.consent.submit')}
            </Button>
          </>
        )}
      </ActionForm>
    </Section>
  )
}
