import { giftKinds } from '#shared/realtime/gift-kind.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { GiftPicture } from '#ui/icons/gift-picture.tsx'
import { giftActions } from '../contract.ts'
import styles from './gift-form.module.css'

/** The gifts as a plain form. Gifts that the member does not own are bought in the store. */
export function GiftForm({ conversation, name, id }: { conversation: string; name: string; id: string }) {
  const { t } = useI18n()
  const href = useHref()
  const flash = useFlash(giftActions.send.form)
  return (
    <details className={styles.gifts} open={flash?.error !== undefined || undefined}>
      <summary>{t('gifts.give')}</summary>
      <form method="post" action={giftActions.send.path}>
        <input type="hidden" name="conversation" value={conversation} />
        <input type="hidden" name="id" value={id} />
        <p>{t('gifts.intro', { name })}</p>
        {flash?.error ? <p role="alert">{flash.error}</p> : null}
        <ul className={styles.list}>
          {giftKinds.map((gift) => (
            <li key={gift}>
              <button name="gift" value={gift}>
                <GiftPicture gift={gift} />
                {t(`gifts.name.${gift}`)}
              </button>
            </li>
          ))}
        </ul>
      </form>
      <a className="alone" href={href(routes.store, {})}>
        {t('gifts.store')}
      </a>
    </details>
  )
}
