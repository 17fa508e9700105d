import { formatMoney } from '#shared/i18n/format-money.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { MaskedField } from '#ui/fields/masked-field.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { checkoutActions, type SandboxProps } from '#features/store/contract.ts'
import { cardExpirySpelling } from '../card-expiry.ts'
import styles from '#features/store/ui/cart.module.css'

const testCards = [
  ['cardPays', '4242 4242 4242 4242'],
  ['cardDeclined', '4000 0000 0000 0002'],
  ['cardBank', '4000 0000 0000 3220'],
] as const

/** The sandbox's card page, which replaces a payment provider's own. */
export function SandboxPayment(payment: SandboxProps) {
  const { t, locale } = useI18n()
  const href = useHref()
  const total = formatMoney(locale, payment.total, payment.currency)
  const { orderKey, giftConversation: chat } = payment
  // As `returnPath` on the server.
  const wayBack = (paid: 0 | 1) =>
    chat === null
      ? href(routes.cart, {}, { query: { order: orderKey, paid } })
      : href(routes.messages, {}, { query: { chat, gift: paid ? orderKey : null } })
  if (!payment.isOpen)
    return (
      <div className={styles.narrow}>
        <PageHeader title={t('store.pay.done.title')} />
        <ButtonLink href={wayBack(1)}>{t('store.pay.done.action')}</ButtonLink>
      </div>
    )
  return (
    <div className={styles.narrow}>
      <PageHeader
        title={t(payment.step === 'bank' ? 'store.pay.bank.title' : 'store.pay.title')}
        text={t(payment.step === 'bank' ? 'store.pay.bank.text' : 'store.pay.text')}
        back={{ href: wayBack(0), label: t(chat === null ? 'store.pay.back' : 'store.pay.backToChat') }}
      />
      {payment.problem ? <Notice kind="error">{t(`store.pay.${payment.problem}`)}</Notice> : null}
      <p className={styles.sum}>{t('store.pay.amount', { total })}</p>
      {payment.step === 'bank' ? <Bank session={payment.session} /> : <CardForm session={payment.session} total={total} />}
    </div>
  )
}

function CardForm({ session, total }: { session: string; total: string }) {
  const { t } = useI18n()
  return (
    <>
      <ActionForm action={checkoutActions.payByCard} className={styles.card}>
        {({ fields, error, pending }) => (
          <>
            <input type="hidden" name="session" value={session} />
            <MaskedField
              mask="#### #### #### ####"
              name="card"
              label={t('store.pay.card')}
              error={fields['card']}
              inputMode="numeric"
              autoComplete="off"
              placeholder="0000 0000 0000 0000"
            />
            <div className={styles.pair}>
              <MaskedField
                mask="##/##"
                spelling={cardExpirySpelling}
                name="expiry"
                label={t('store.pay.expiry')}
                error={fields['expiry']}
                inputMode="numeric"
                autoComplete="off"
                placeholder="00/00"
              />
              <MaskedField
                mask="###"
                name="code"
                label={t('store.pay.code')}
                error={fields['code']}
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
            {error && Object.keys(fields).length === 0 ? <Notice kind="error">{error}</Notice> : null}
            <Button size="l" wide icon="credit-card" pending={pending}>
              {t('store.pay.pay', { total })}
            </Button>
          </>
        )}
      </ActionForm>
      <section className={styles.tests} aria-labelledby="test-cards">
        <h2 id="test-cards">{t('store.pay.cards')}</h2>
        <dl>
          {testCards.map(([what, number]) => (
            <div key={number}>
              <dt>{number}</dt>
              <dd>{t(`store.pay.${what}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('store.pay.any')}</p>
      </section>
    </>
  )
}

function Bank({ session }: { session: string }) {
  const { t } = useI18n()
  return (
    <ActionForm action={checkoutActions.answerBank} className={styles.card}>
      {({ error, pending }) => (
        <>
          <input type="hidden" name="session" value={session} />
          {error ? <Notice kind="error">{error}</Notice> : null}
          <div className={styles.ways}>
            <Button name="bank" value="confirm" pending={pending}>
              {t('store.pay.bank.confirm')}
            </Button>
            <Button name="bank" value="refuse" kind="secondary" pending={pending}>
              {t('store.pay.bank.refuse')}
            </Button>
          </div>
        </>
      )}
    </ActionForm>
  )
}
