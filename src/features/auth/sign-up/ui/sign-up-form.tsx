import { useEffect, useRef, useState, type ReactNode } from 'react'
import { signUpActions, passwordLength, type SignUpProps } from '#features/auth/contract.ts'
import { firstNameLength } from '#shared/text/first-name.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm, type FormView } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { birthDateSpelling } from '#ui/fields/mask/birth-date-spelling.ts'
import { MaskedField } from '#ui/fields/masked-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { ThreadProgress } from '#ui/thread/thread-progress.tsx'
import { ConsentField } from './consent-field.tsx'
import styles from './registration.module.css'

/** Asks for everything that a registration needs on one page; the thread grows as the form is filled in. */
export function SignUpForm({ genders, order, mask, consents, vouched }: SignUpProps) {
  const { t } = useI18n()
  const [filled, setFilled] = useState(0)
  const area = useRef<HTMLDivElement>(null)
  const measure = () => setFilled(filledShare(area.current?.querySelector('form')))
  return (
    <div ref={area} className={styles.area} onInput={measure}>
      <div className={styles.thread}>
        {/* The other two of three knots are tied elsewhere: by the code, and by the profile. */}
        <ThreadProgress stops={3} reached={filled * 0.92} />
      </div>
      <ActionForm action={signUpActions.signUp} className={styles.form} reload through={(session, body) => session.signUp(body)}>
        {(view) => (
          <>
            {view.error ? <Notice kind="error">{view.error}</Notice> : null}
            <TimeZoneField />
            <AboutSection view={view} genders={genders} order={order} mask={mask} vouched={vouched} />
            <AccountSection view={view} vouched={vouched} />
            <FormSection title={t('auth.signUp.agreement')}>
              <ConsentField name="terms" {...consents.terms} view={view} />
              <ConsentField name="sensitiveData" {...consents.sensitiveData} view={view} />
            </FormSection>
            <Button size="l" wide pending={view.pending}>
              {t('auth.signUp.submit')}
            </Button>
          </>
        )}
      </ActionForm>
    </div>
  )
}

type AboutProps = { view: FormView } & Omit<SignUpProps, 'consents'>

function AboutSection({ view: { values, fields }, genders, order, mask, vouched }: AboutProps) {
  const { t, locale } = useI18n()
  return (
    <FormSection title={t('auth.signUp.about')}>
      <TextField
        label={t('auth.signUp.firstName')}
        hint={t('auth.signUp.firstNameHint')}
        name="firstName"
        autoComplete="given-name"
        maxLength={firstNameLength}
        required
        defaultValue={textOf(values['firstName']) ?? vouched?.firstName ?? undefined}
        error={fields['firstName']}
      />
      <MaskedField
        mask={mask}
        spelling={birthDateSpelling(locale.code)}
        label={t('auth.signUp.birthDate')}
        hint={t(order === 'mdy' ? 'auth.signUp.birthDateHintMdy' : 'auth.signUp.birthDateHintDmy')}
        placeholder={t(`auth.signUp.birthDateMask.${order}`)}
        name="birthDate"
        inputMode="numeric"
        autoComplete="bday"
        required
        defaultValue={textOf(values['birthDate'])}
        error={fields['birthDate']}
      />
      <ChoiceGroup
        legend={t('auth.signUp.gender')}
        name="gender"
        look="segmented"
        options={genders.map((gender) => ({ value: gender, label: t(`auth.signUp.genders.${gender}`) }))}
        required
        defaultValue={textOf(values['gender'])}
        error={fields['gender']}
      />
      <ChoiceGroup
        legend={t('auth.signUp.seeks')}
        hint={t('auth.signUp.seeksHint')}
        name="seeks[]"
        look="chips"
        multiple
        options={genders.map((gender) => ({ value: gender, label: t(`auth.signUp.seekable.${gender}`) }))}
        defaultValue={values['seeks']}
        error={fields['seeks']}
      />
    </FormSection>
  )
}

function AccountSection({ view: { values, fields }, vouched }: { view: FormView } & Pick<SignUpProps, 'vouched'>) {
  const { t } = useI18n()
  const [isVoucherOver, setVoucherOver] = useState(false)
  // The provider's claims have expired: from here on, it is a sign-up like any other.
  if (fields['password'] && !isVoucherOver) setVoucherOver(true)
  const isVouchedFor = vouched !== null && !isVoucherOver
  return (
    <FormSection title={t('auth.signUp.account')}>
      <TextField
        label={t('auth.signUp.email')}
        hint={t('auth.signUp.emailHint')}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={textOf(values['email']) ?? vouched?.email ?? undefined}
        error={fields['email']}
      />
      {isVouchedFor ? (
        <input type="hidden" name="provider" value={vouched.provider} />
      ) : (
        <PasswordField
          label={t('auth.signUp.password')}
          hint={t('auth.signUp.passwordHint')}
          name="password"
          autoComplete="new-password"
          minLength={passwordLength.min}
          required
          error={fields['password']}
        />
      )}
    </FormSection>
  )
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** Names of the fields that count as answers; a group of checkboxes counts once. */
const answers = ['firstName', 'birthDate', 'gender', 'seeks[]', 'email', 'password', 'terms', 'sensitiveData'] as const

/** Returns the share of the sign-up form that is filled in, 0 to 1. */
function filledShare(form: HTMLFormElement | null | undefined): number {
  if (!form) return 0
  const data = new FormData(form)
  return answers.filter((name) => data.getAll(name).some((value) => value !== '')).length / answers.length
}

/** A titled part of a long form. */
function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={styles.partTitle}>{title}</h2>
      {children}
    </section>
  )
}

/** A hidden field with the time zone in which an age is counted; without a script the server guesses it. */
function TimeZoneField() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone
  }, [])
  return <input ref={input} type="hidden" name="timeZone" defaultValue="" />
}
