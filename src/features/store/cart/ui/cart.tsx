import { formatMoney } from '#shared/i18n/format-money.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import type { CartProps } from '#features/store/contract.ts'
import { quantityAtMost, type PricedLine } from '#features/store/totals.ts'
import styles from '#features/store/ui/cart.module.css'
import { CurrencyForm } from './currency-form.tsx'
import { LineForm } from './line-form.tsx'
import { productIcon } from '#features/store/ui/product-icons.ts'
import { productName } from '#shared/text/product-name.ts'
import { Summary } from './summary.tsx'
import { useCart, type LiveCart } from './use-cart.ts'

/** The chosen products, what they cost, and the button to pay. */
export function Cart({ cart: initial, orderKey, isTest, notice }: CartProps) {
  const { t } = useI18n()
  const href = useHref()
  const cart = useCart(initial)
  const lines = cart.cart.totals.lines.filter(({ product }) => cart.quantityOf(product) > 0)
  return (
    <div className={styles.page}>
      <PageHeader title={t('store.cart.title')} back={{ href: href(routes.store, {}), label: t('store.cart.back') }} />
      {notice ? <Notice>{t(`store.cart.${notice}`)}</Notice> : null}
      {lines.length === 0 ? (
        <EmptyState
          title={t('store.cart.empty.title')}
          text={t('store.cart.empty.text')}
          action={<ButtonLink href={href(routes.store, {})}>{t('store.cart.empty.action')}</ButtonLink>}
        />
      ) : (
        <div className={styles.columns}>
          <section aria-labelledby="cart-lines">
            <h2 id="cart-lines" className="visually-hidden">
              {t('store.cart.lines')}
            </h2>
            <ul className={styles.lines}>
              {lines.map((line) => (
                <Line key={line.product} line={line} cart={cart} />
              ))}
            </ul>
            <CurrencyForm cart={cart.cart} />
          </section>
          <Summary cart={cart} orderKey={orderKey} isTest={isTest} />
        </div>
      )}
    </div>
  )
}

function Line({ line: { product, unitPrice }, cart }: { line: PricedLine; cart: LiveCart }) {
  const translator = useI18n()
  const { t, format, locale } = translator
  const { currency } = cart.cart
  const quantity = cart.quantityOf(product)
  const name = productName(translator, product)
  return (
    <li className={styles.line}>
      <span className={styles.mark} data-product={product}>
        <Icon name={productIcon(product)} />
      </span>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p>{formatMoney(locale, unitPrice, currency)}</p>
      </div>
      <div className={styles.stepper}>
        <LineForm product={product} quantity={quantity - 1} onPress={cart.setQuantity}>
          <IconButton type="submit" icon="minus" label={t('store.cart.less', { product: name })} disabled={quantity <= 1} />
        </LineForm>
        <output>{format.number(quantity)}</output>
        <LineForm product={product} quantity={quantity + 1} onPress={cart.setQuantity}>
          <IconButton
            type="submit"
            icon="plus"
            label={t('store.cart.more', { product: name })}
            disabled={quantity >= quantityAtMost}
          />
        </LineForm>
      </div>
      <p className={styles.amount}>{formatMoney(locale, unitPrice * quantity, currency)}</p>
      <LineForm product={product} quantity={0} onPress={cart.setQuantity}>
        <IconButton type="submit" icon="trash-2" label={t('store.cart.remove', { product: name })} />
      </LineForm>
    </li>
  )
}
