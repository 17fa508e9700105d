import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import type { IconName } from './icon-names.ts'
import { Icon } from './icon.tsx'
import { onToast, type ToastInput, type ToastRegionProps, type ToastType } from './toaster.tsx'
import './toast-region.css'
import styles from './toast.module.css'

/** Spec §9: 3000 ms, top right, as many as there are. Width, speed and z-index stand in toast-region.css. */
const defaultDurationMs = 3000

const typeIcons = {
  default: 'bell',
  success: 'circle-check',
  warn: 'triangle-alert',
  error: 'circle-alert',
} as const satisfies Record<ToastType, IconName>

export function ToastRegion({ label, first }: ToastRegionProps) {
  // Runs after sonner's own effect has subscribed, so none of the first toasts is lost.
  useEffect(() => {
    first.forEach(present)
    return onToast(present)
  }, [first])
  return (
    <Sonner
      position="top-right"
      duration={defaultDurationMs}
      visibleToasts={Number.MAX_SAFE_INTEGER}
      expand
      gap={10}
      containerAriaLabel={label}
    />
  )
}

function present(toast: ToastInput): void {
  sonner.custom((id) => <Toast {...toast} dismiss={() => sonner.dismiss(id)} />, {
    id: toast.id,
    duration: toast.durationMs ?? defaultDurationMs,
  })
}

function Toast({ title, text, type = 'default', icon, href, fact, onPress, dismiss }: ToastInput & { dismiss: () => void }) {
  const Tag = href ? 'a' : 'button'
  const press = () => {
    onPress?.()
    dismiss()
  }
  return (
    <Tag className={`${styles.toast} ${styles[type]}`} href={href} onClick={press}>
      {icon ? <img className={styles.avatar} src={icon} alt="" width="40" height="40" /> : <Icon name={typeIcons[type]} />}
      <span className={styles.words}>
        <strong>{title}</strong>
        {text ? <span className={styles.text}>{text}</span> : null}
      </span>
      {fact ? (
        <span className={styles.fact}>
          <Icon name={fact.icon} size="s" filled={fact.icon === 'heart'} />
          {fact.text}
        </span>
      ) : null}
    </Tag>
  )
}
