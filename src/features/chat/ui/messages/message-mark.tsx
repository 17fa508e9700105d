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

/**
 * The receipt of one of the viewer's messages: clock, one check, two checks, two coloured checks; in words for screen
 * readers.
 */
export function ReceiptIcon({ mark }: { mark: ReceiptState | 'pending' }) {
  const { t } = useI18n()
  const { icon, label } = looks[mark]
  return (
    <span className={mark === 'read' ? styles.read : styles.mark} data-mark={mark}>
      <Icon name={icon} size="s" label={t(label)} />
    </span>
  )
}
