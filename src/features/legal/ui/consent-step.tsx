import { sessionActions } from '#features/auth/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { deleteStep } from '#shared/routing/account-steps.ts'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink, ButtonSummary } from '#ui/controls/button.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { EntryPanel } from '#ui/layout/entry-panel.tsx'
import { FormNameContext } from '#ui/fields/field-id.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { legalActions, consentFields, consentStep, type OwedConsents, type OwedText } from '../contract.ts'
import { ClosedText } from './legal-list.tsx'
import styles from './consent-step.module.css'

/**
 * Asks a member for the consents that are due again, in the words of the sign-up. It uses plain forms only, so the page needs no
 * script.
 */
export function ConsentStep({ texts, privacy, next, contactEmail }: OwedConsents) {
  const { t } = useI18n()
  const href = useHref()
  const flash = useFlash(legalActions.agreeAgain.form)
  return (
    <EntryPanel title={t('auth.consent.title')} text={t('auth.consent.text')}>
      <form method="post" action={legalActions.agreeAgain.path} className={styles.form}>
        <noscript>
          <input type="hidden" name="plain" value="1" />
        </noscript>
        <input type="hidden" name="shown" value={texts.map(({ shown }) => shown).join()} />
        <input type="hidden" name="next" value={next ?? ''} />
        {/* The page to which a refused form returns, because the browser may send no referrer. */}
        <input type="hidden" name="back" value={href(routes.signIn, {}, { query: { step: consentStep, next } })} />
        <FormNameContext value={legalActions.agreeAgain.form}>
          {flash?.error ? <Notice kind="error">{flash.error}</Notice> : null}
          {texts.map((text) => (
            <Owed key={text.kind} text={text} error={flash?.fields?.[consentFields[text.kind]]} />
          ))}
        </FormNameContext>
        <ClosedText name="privacy" label={privacy.title} level="h3" sections={privacy.sections} />
        <Button size="l" wide>
          {t('auth.consent.submit')}
        </Button>
      </form>
      <details className={styles.refusal}>
        <ButtonSummary kind="quiet" wide>
          {t('auth.consent.refuse')}
        </ButtonSummary>
        <p>{t('auth.consent.refuseText')}</p>
        <p>
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
        <ButtonLink kind="quiet" icon="trash-2" href={href(routes.signIn, {}, { query: { step: deleteStep } })}>
          {t('auth.consent.delete')}
        </ButtonLink>
        <form method="post" action={sessionActions.signOut.path}>
          <Button kind="secondary" icon="log-out">
            {t('common.nav.signOut')}
          </Button>
        </form>
      </details>
    </EntryPanel>
  )
}

/** The changes, the whole text (folded), and the checkbox to agree. */
function Owed({
  text: { kind, version, title, meta, news, intro, sections },
  error,
}: {
  text: OwedText
  error?: string | undefined
}) {
  const { t } = useI18n()
  const field = consentFields[kind]
  return (
    <section className={styles.owed} aria-labelledby={`owed-${kind}`}>
      <header>
        <h2 id={`owed-${kind}`}>{title}</h2>
        <p className={styles.meta}>{meta}</p>
      </header>
      <p>{news}</p>
      <ClosedText name={kind} label={t(`auth.signUp.${field}Read`, { version })} level="h3" intro={intro} sections={sections} />
      <CheckboxField label={t(`auth.signUp.${field}`)} name={field} required error={error} />
    </section>
  )
}
