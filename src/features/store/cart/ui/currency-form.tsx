import { currencyNames } from '#shared/intl/formats.ts'
import { currencies } from '#shared/currency.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { AutosaveForm } from '#ui/forms/autosave-form.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { cartActions, type CartView } from '#features/store/contract.ts'
import styles from './store.module.css'

/** Chooses the currency of the cart, and of every price that the member sees. */
export function CurrencyForm({ cart }: { cart: CartView }) {
  const { t, locale } = useI18n()
  const names = currencyNames(locale.lang)
  const options = currencies.map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
  return (
    <AutosaveForm
      key={cart.currency}
      action={cartActions.setCurrency}
      saveLabel={t('store.currency.save')}
      className={styles.currency}
      onSaved={refreshPage}
    >
      {({ fields }) => (
        <SelectField
          name="currency"
          label={t('store.currency.label')}
          defaultValue={cart.currency}
          options={options}
          error={fields['currency']}
        />
      )}
    </AutosaveForm>
  )
}
