import { useEffect, type ReactNode } from 'react'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useMemberEvents } from '#shared/realtime/use-member-events.ts'
import { isEvent } from '#shared/realtime/wire.ts'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { ActionButton } from '#ui/forms/action-button.tsx'
import { sendAction } from '#ui/forms/send-action.ts'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { checkoutActions, type ReturnedProps } from '#features/store/contract.ts'
import styles from '#features/store/ui/cart.module.css'
import { productIcon } from '#features/store/ui/product-icons.ts'
import { productName } from '#shared/text/product-name.ts'

/** The page to which a payer returns. `boostForm`: starts a boost with one press; null if none was bought, or none is left. */
export function Returned({ outcome, order, boostForm }: ReturnedProps & { boostForm: ReactNode }) {
  const translator = useI18n()
  const { t, format, locale } = translator
  const href = useHref()
  return (
    <div className={styles.narrow}>
      {outcome === 'waiting' ? <WatchPayment orderKey={order.key} /> : null}
      <PageHeader title={t(`store.returned.${outcome}.title`)} text={t(`store.returned.${outcome}.text`)} />
      <section aria-labelledby="returned-items">
        <h2 id="returned-items" className="visually-hidden">
          {t('store.returned.items')}
        </h2>
        <ul className={styles.lines}>
          {order.lines.map(({ product, quantity }) => (
            <li key={product} className={styles.line}>
              <span className={styles.mark} data-product={product}>
                <Icon name={productIcon(product)} />
              </span>
              <h3 className={styles.words}>{productName(translator, product)}</h3>
              {quantity > 1 ? <p>× {format.number(quantity)}</p> : null}
            </li>
          ))}
        </ul>
      </section>
      <p className={styles.sum}>{t('store.returned.sum', { total: formatMoney(locale, order.total, order.currency) })}</p>
      {boostForm}
      <div className={styles.ways}>
        {outcome === 'waiting' ? (
          <ActionButton action={checkoutActions.settle} fields={{ order: order.key }} stays>
            {t('store.returned.waiting.check')}
          </ActionButton>
        ) : (
          <>
            {boostForm ? null : <UseIt lines={order.lines} />}
            <ButtonLink kind="secondary" href={href(routes.store, {}, { query: { order: order.id } })}>
              {t('store.returned.receipt')}
            </ButtonLink>
          </>
        )}
        <ButtonLink href={href(routes.store, {})} kind={outcome === 'waiting' ? 'secondary' : 'quiet'}>
          {t('store.cart.back')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Links to the page on which the purchase is used. */
function UseIt({ lines }: Pick<ReturnedProps['order'], 'lines'>) {
  const { t } = useI18n()
  const href = useHref()
  const has = (kind: string) => lines.some(({ product }) => product.startsWith(kind))
  if (has('gift')) return <ButtonLink href={href(routes.messages, {})}>{t('store.returned.use.gift')}</ButtonLink>
  return <ButtonLink href={href(routes.peopleNearby, {})}>{t('store.returned.use.likes')}</ButtonLink>
}

/** Delays between requests to the provider, in ms. */
const waits = [0, 2000, 5000, 10_000, 20_000, 30_000]

/** Polls the payment until it is decided, because its event may be late or lost. */
function WatchPayment({ orderKey }: { orderKey: string }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const ask = async (tries: number) => {
      const answer = await sendAction(checkoutActions.settle, { order: orderKey }, '')
      if (answer.kind === 'done' && answer.data.state !== 'pending') return refreshPage()
      schedule(tries + 1)
    }
    const schedule = (tries: number) => {
      const wait = waits[tries]
      if (wait !== undefined) timer = setTimeout(() => void ask(tries), wait)
    }
    schedule(0)
    return () => clearTimeout(timer)
  }, [orderKey])
  useMemberEvents((event) => isEvent(event, 'cart') && refreshPage(), refreshPage)
  return null
}
