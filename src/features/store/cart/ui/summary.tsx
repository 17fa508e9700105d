import { useEffect } from 'react'
import { formatMoney, formatRate } from '#shared/i18n/format-money.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { checkoutActions } from '#features/store/contract.ts'
import styles from '#features/store/ui/cart.module.css'
import { PromoForm } from './promo-form.tsx'
import type { LiveCart } from './use-cart.ts'
import { findNavigation } from '#ui/browser/navigate.ts'

/** Total, promo code, tax and the button to pay. */
export function Summary({ cart, orderKey, isTest }: { cart: LiveCart; orderKey: string; isTest: boolean }) {
  const { t, locale } = useI18n()
  const { currency, totals } = cart.cart
  const money = (amount: number) => formatMoney(locale, amount, currency)
  const { gross, discount, total, tax, taxRate } = totals
  return (
    <Card as="section" labelledBy="cart-summary" className={styles.summary}>
      <h2 id="cart-summary">{t('store.cart.summary')}</h2>
      <PromoForm cart={cart} />
      <dl className={styles.totals} aria-busy={cart.isChanging}>
        {discount > 0 ? (
          <>
            <div>
              <dt>{t('store.cart.subtotal')}</dt>
              <dd>{money(gross)}</dd>
            </div>
            <div>
              <dt>{t('store.cart.discount')}</dt>
              <dd>{money(-discount)}</dd>
            </div>
          </>
        ) : null}
        <div className={styles.total}>
          <dt>{t('store.cart.total')}</dt>
          <dd>{money(total)}</dd>
        </div>
      </dl>
      {taxRate > 0 ? (
        <p className={styles.tax}>{t('store.cart.vat', { rate: formatRate(locale, taxRate), amount: money(tax) })}</p>
      ) : null}
      <Checkout cart={cart} orderKey={orderKey} isTest={isTest} />
    </Card>
  )
}

function Checkout({ cart, orderKey, isTest }: { cart: LiveCart; orderKey: string; isTest: boolean }) {
  const { t, locale } = useI18n()
  const href = useHref()
  const { currency, totals } = cart.cart
  const total = formatMoney(locale, totals.total, currency)
  return (
    <ActionForm action={checkoutActions.checkout} reload className={styles.checkout}>
      {({ error, pending }) => (
        <>
          <input type="hidden" name="key" value={orderKey} />
          <input type="hidden" name="currency" value={currency} />
          <input type="hidden" name="total" value={totals.total} />
          <p className={styles.small}>
            {t('store.cart.consent')}{' '}
            <a href={href(routes.mainSettings, {}, { query: { section: 'legal' } })}>{t('store.cart.terms')}</a>
          </p>
          <Button size="l" wide icon="credit-card" pending={pending || cart.isChanging}>
            {t('store.cart.buy', { total })}
          </Button>
          {error === undefined ? null : error === t('common.error.cart-changed') ? (
            <Changed total={total} />
          ) : (
            <Notice kind="error">{error}</Notice>
          )}
          <p className={styles.small}>
            <Icon name={isTest ? 'info' : 'wallet'} size="s" />
            <span>{t(isTest ? 'store.cart.test' : 'store.cart.pays')}</span>
          </p>
        </>
      )}
    </ActionForm>
  )
}

/** The cart on the server has changed: it is read again, and the new total is shown. */
function Changed({ total }: { total: string }) {
  const { t } = useI18n()
  useEffect(() => {
    if (findNavigation()) refreshPage()
    else location.reload()
  }, [])
  return <Notice kind="error">{t('store.cart.changed', { total })}</Notice>
}
