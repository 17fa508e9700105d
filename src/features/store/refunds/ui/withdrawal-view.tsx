import { useEffect } from 'react'
import { refundActions } from '#features/store/contract.ts'
import type { OrderLineView, OrderProps, Withdrawal, WithdrawalLine } from '#features/store/order-view.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { formatMoney } from '#shared/i18n/format-money.ts'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { Card } from '#ui/layout/card.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Row, RowList } from '#ui/layout/row-list.tsx'
import { productName } from '#shared/text/product-name.ts'
import styles from '#features/store/ui/orders.module.css'

/** The second step of a withdrawal: what is unused, what is paid back, and the button that confirms. */
export function WithdrawalView({ order, withdrawal }: OrderProps) {
  const { t } = useI18n()
  const href = useHref()
  const back = href(routes.store, {}, { query: { order: order.id } })
  const isOpen = typeof withdrawal !== 'string'
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('orders.withdraw.title')}
        text={isOpen ? t('orders.withdraw.text') : undefined}
        back={{ href: back, label: t('orders.receipt.order') }}
      />
      {isOpen ? (
        <Unused order={order} withdrawal={withdrawal} back={back} />
      ) : (
        <Notice
          action={
            <ButtonLink href={back} kind="secondary" size="s">
              {t('orders.receipt.order')}
            </ButtonLink>
          }
        >
          {t(`orders.withdraw.refused.${withdrawal}`)}
        </Notice>
      )}
    </div>
  )
}

type UnusedProps = { order: OrderProps['order']; withdrawal: Withdrawal; back: string }

function Unused({ order, withdrawal, back }: UnusedProps) {
  const { t, tn, locale } = useI18n()
  const money = (amount: number) => formatMoney(locale, amount, order.currency)
  const amount = money(withdrawal.amount)
  const unusedOf = (line: OrderLineView) => withdrawal.lines.find(({ id }) => id === line.id)
  return (
    <ActionForm action={refundActions.withdraw}>
      {({ error, pending }) => (
        <Card className={styles.stack}>
          {error === undefined ? null : (
            <Notice kind="error">
              {error} <Changed error={error} amount={amount} />
            </Notice>
          )}
          <div className={styles.lines}>
            <RowList>
              {order.lines.map((line) => {
                const unused = unusedOf(line)
                return unused ? (
                  <Row
                    key={line.id}
                    title={productName({ t, tn }, line.product)}
                    detail={<Left line={line} unused={unused} paid={money(line.paid)} />}
                  >
                    <span className={styles.amount}>
                      <span className="visually-hidden">{t('orders.withdraw.back')}: </span>
                      {money(unused.refund)}
                    </span>
                  </Row>
                ) : null
              })}
            </RowList>
          </div>
          <p className={styles.sum}>
            <span>{t('orders.withdraw.total')}</span>
            <strong>{amount}</strong>
          </p>
          <p className={styles.quiet}>{t('orders.withdraw.effect', { amount })}</p>
          <input type="hidden" name="order" value={order.id} />
          <input type="hidden" name="amount" value={withdrawal.amount} />
          <div className={styles.buttons}>
            <Button type="submit" pending={pending}>
              {t('orders.withdraw.confirm')}
            </Button>
            <ButtonLink href={back} kind="secondary">
              {t('orders.withdraw.keep')}
            </ButtonLink>
          </div>
        </Card>
      )}
    </ActionForm>
  )
}

/** Reads the page again after a refusal, which means that it has changed since it was shown, and shows the new amount. */
function Changed({ error, amount }: { error: string; amount: string }) {
  const { t } = useI18n()
  useEffect(refreshPage, [error])
  return t('orders.withdraw.now', { amount })
}

const dayMs = 24 * 60 * 60_000

type LeftProps = { line: OrderLineView; unused: WithdrawalLine; paid: string }

function Left({ line, unused, paid }: LeftProps) {
  const { t, format } = useI18n()
  const isTime = line.kind === 'premium'
  const shown = (units: number) => format.number(isTime ? Math.ceil(units / dayMs) : units)
  const values = { left: shown(unused.left), granted: shown(unused.granted) }
  const left =
    unused.left === 0 ? t('orders.withdraw.used') : t(isTime ? 'orders.withdraw.days' : 'orders.withdraw.pieces', values)
  return (
    <span className={styles.facts}>
      <span>{left}</span>
      <span>
        {t('orders.withdraw.paid')}: {paid}
      </span>
      {unused.why.map((why) => (
        <span key={why}>{t(`orders.withdraw.why.${why}`)}</span>
      ))}
    </span>
  )
}
