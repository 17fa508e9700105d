import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { cartActions } from '#features/store/contract.ts'
import styles from '#features/store/ui/cart.module.css'
import type { LiveCart } from './use-cart.ts'

/** A field for a promo code, or the code in the cart with its effect. */
export function PromoForm({ cart }: { cart: LiveCart }) {
  const { t } = useI18n()
  const { promoCode, promoRefusal, currency } = cart.cart
  return (
    <ActionForm action={cartActions.setPromo} className={styles.promo} onDone={cart.take}>
      {({ fields, error, pending }) => (
        <>
          {promoCode === null ? (
            <div className={styles.code}>
              <TextField
                name="promo"
                label={t('store.promo.label')}
                error={fields['promo']}
                maxLength={64}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
              <Button kind="secondary" pending={pending}>
                {t('store.promo.apply')}
              </Button>
            </div>
          ) : (
            <div className={styles.applied}>
              <input type="hidden" name="promo" value="" />
              <Icon name={promoRefusal ? 'circle-alert' : 'circle-check'} />
              <strong>{t('store.promo.applied', { code: promoCode })}</strong>
              <Button kind="quiet" size="s" pending={pending}>
                {t('store.promo.remove')}
              </Button>
            </div>
          )}
          {promoRefusal ? <Notice kind="warn">{t(`store.promo.${promoRefusal}`, { currency })}</Notice> : null}
          {error && Object.keys(fields).length === 0 ? <Notice kind="error">{error}</Notice> : null}
        </>
      )}
    </ActionForm>
  )
}
