import { changeAddressForm } from '../contract.ts'
import { apiPaths } from '#shared/routing/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import styles from './registration.module.css'

/** Back to the form, with everything but the password still in it. */
export function ChangeAddress() {
  const { t } = useI18n()
  return (
    <ActionForm name={changeAddressForm} action={apiPaths.changeAddress} className={styles.change} reload>
      {({ pending }) => (
        <Button kind="quiet" size="s" icon="pencil" pending={pending}>
          {t('auth.verify.changeAddress')}
        </Button>
      )}
    </ActionForm>
  )
}
