import { Fragment, type ReactNode } from 'react'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import type { IconName } from '#ui/icons/icon-names.ts'
import { Card } from '#ui/layout/card.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import type { ProductsProps, ProductView } from '#features/store/contract.ts'
import { quantityAtMost } from '#features/store/totals.ts'
import { CurrencyForm } from './currency-form.tsx'
import { LineForm } from './line-form.tsx'
import { productIcon } from '#features/store/ui/product-icons.ts'
import { productName } from '#shared/text/product-name.ts'
import styles from './store.module.css'
import { useCart, type LiveCart } from './use-cart.ts'

const groups = ['boosts', 'premium', 'likes', 'gifts'] as const
type Group = (typeof groups)[number]

const groupOf = ({ kind }: ProductView): Group =>
  kind === 'boost' ? 'boosts' : kind === 'premium' ? 'premium' : kind === 'likes' ? 'likes' : 'gifts'

/** The products on sale. `children`: what the member owns, after the first group. */
export function Products({ products, cart: initial, isTest, children }: ProductsProps & { children?: ReactNode }) {
  const { t } = useI18n()
  const href = useHref()
  const cart = useCart(initial)
  const count = products.reduce((sum, { id }) => sum + cart.quantityOf(id), 0)
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('store.title')}
        text={t('store.intro')}
        actions={
          <>
            <ButtonLink href={href(routes.store, {}, { query: { view: 'orders' } })} kind="quiet" size="s">
              {t('store.orders')}
            </ButtonLink>
            <ButtonLink href={href(routes.cart, {})} kind="secondary" size="s" icon="shopping-bag">
              {t('store.toCart', { count })}
            </ButtonLink>
          </>
        }
      />
      {groups.map((group, index) => (
        <Fragment key={group}>
          <ProductGroup group={group} products={products.filter((each) => groupOf(each) === group)} cart={cart} />
          {/* So that a phone's first screen shows something to buy. */}
          {index === 0 ? children : null}
        </Fragment>
      ))}
      <div className={styles.prices}>
        <CurrencyForm cart={cart.cart} />
        <p>{t('store.tax')}</p>
      </div>
      {isTest ? <Notice>{t('store.cart.test')}</Notice> : null}
      <BeforeYouBuy />
    </div>
  )
}

function ProductGroup({ group, products, cart }: { group: Group; products: readonly ProductView[]; cart: LiveCart }) {
  const { t } = useI18n()
  const id = `store-${group}`
  return (
    <section className={styles.group} aria-labelledby={id} data-group={group}>
      <div className={styles.words}>
        <h2 id={id}>{t(`store.group.${group}.title`)}</h2>
        <p>{t(`store.group.${group}.text`)}</p>
      </div>
      <ul className={styles.products}>
        {products.map((product) => (
          <Product key={product.id} product={product} cart={cart} />
        ))}
      </ul>
      <p className={styles.note}>{t(`store.group.${group}.note`)}</p>
    </section>
  )
}

function Product({ product: { id, kind, units, price }, cart }: { product: ProductView; cart: LiveCart }) {
  const translator = useI18n()
  const { t, locale } = translator
  const href = useHref()
  const { currency } = cart.cart
  const name = productName(translator, id)
  const inCart = cart.quantityOf(id)
  const isFull = inCart >= quantityAtMost
  const each = formatMoney(locale, Math.round(price / units), currency)
  return (
    <Card as="li" className={styles.product}>
      <span className={styles.mark}>
        <Icon name={productIcon(id)} />
      </span>
      <h3>{name}</h3>
      <p className={styles.price}>{formatMoney(locale, price, currency)}</p>
      {units > 1 ? (
        <p className={styles.each}>{t(kind === 'premium' ? 'store.monthly' : 'store.each', { price: each })}</p>
      ) : null}
      <div className={styles.add}>
        {isFull ? (
          <p>{t('store.full')}</p>
        ) : (
          <LineForm product={id} quantity={inCart + 1} onPress={cart.setQuantity}>
            <Button kind="secondary" size="s" icon="plus" aria-label={t('store.addNamed', { product: name })}>
              {t('store.add')}
            </Button>
          </LineForm>
        )}
        {/* Always in the document, so that screen readers announce its changes. */}
        <output>{inCart > 0 ? <a href={href(routes.cart, {})}>{t('store.inCart', { count: inCart })}</a> : null}</output>
      </div>
    </Card>
  )
}

const facts = [
  ['pay', 'credit-card'],
  ['renewal', 'calendar'],
  ['withdrawal', 'undo-2'],
] as const satisfies (readonly [string, IconName])[]

function BeforeYouBuy() {
  const { t } = useI18n()
  return (
    <section className={styles.facts} aria-labelledby="before-you-buy">
      <h2 id="before-you-buy">{t('store.trust.title')}</h2>
      <ul>
        {facts.map(([fact, icon]) => (
          <li key={fact}>
            <Icon name={icon} />
            {t(`store.trust.${fact}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}
