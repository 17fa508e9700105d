import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import type { ReceiptState } from '../log/receipts.ts'
import styles from './message-mark.module.css'

const looks = {
  pending: { icon: 'clock', label: 'chat.sending' },
  sent: { icon: 'check', label: 'chat.sent' },
  delivered: { icon: 'check-check', label: 'chat.delivered' },
  read: { icon: 'check-check', label: 'chat.read' },
} as const

/** How far a message of one's own is: clock, one check, two checks, two coloured checks; in words for those who listen. */
export function ReceiptIcon({ mark }: { mark: ReceiptState | 'pending' }) {
  const { t } = useI18n()
  const { icon, label } = looks[mark]
  return (
    <span className={mark === 'read' ? styles.read : styles.mark} data-mark={mark}>
      <Icon name={icon} size="s" label={t(label)} />
    </span>
  )
}
