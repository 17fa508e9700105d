import type { ConsentLinks } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'

type ConsentFieldProps = ConsentLinks[keyof ConsentLinks] & { name: keyof ConsentLinks; view: FormView }

/** One agreement with its own checkbox; its text opens beside the form, so that nothing typed is lost. */
export function ConsentField({ name, version, href, view }: ConsentFieldProps) {
  const { t } = useI18n()
  return (
    <CheckboxField
      label={t(`auth.signUp.${name}`)}
      hint={
        <a className="alone" href={href} target="_blank">
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
