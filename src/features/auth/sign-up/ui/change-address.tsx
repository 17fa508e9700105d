import { signUpActions } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import styles from './registration.module.css'

/** Links back to the form, which still has everything but the password. */
export function ChangeAddress() {
  const { t } = useI18n()
  return (
    <ActionForm action={signUpActions.changeAddress} className={styles.change} reload>
      {({ pending }) => (
        <Button kind="quiet" size="s" icon="pencil" pending={pending}>
          {t('auth.verify.changeAddress')}
        </Button>
      )}
    </ActionForm>
  )
}
