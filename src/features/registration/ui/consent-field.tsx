import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import type { FormView } from '#ui/action-form.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'

type ConsentFieldProps = { name: 'terms' | 'sensitiveData'; document: 'terms' | 'consent'; version: string; view: FormView }

/** One agreement, asked for by itself; its text opens beside the form, so that nothing typed is lost. */
export function ConsentField({ name, document, version, view }: ConsentFieldProps) {
  const { t } = useI18n()
  const href = useHref()
  const target = document === 'terms' ? href(routes.termsAndConditions, {}) : href(routes.dataProcessingConsent, {})
  return (
    <CheckboxField
      label={t(`auth.signUp.${name}`)}
      hint={
        <a href={target} target="_blank">
          {t(`auth.signUp.${name}Read`, { version })}
          <span className="visually-hidden"> ({t('auth.signUp.newTab')})</span>
        </a>
      }
      name={name}
      required
      defaultChecked={view.values[name] === 'on'}
      error={view.fields[name]}
    />
  )
}
