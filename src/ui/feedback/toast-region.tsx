import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { useI18n } from '#shared/i18n/context.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'
import { createToastController, type DrawnToast } from './toast-controller.ts'
import { toastDefaults, type ToastType } from './toast-state.ts'
import { useMatches } from '../hooks/use-matches.ts'
import { watchAttention } from '../hooks/watch-attention.ts'
import { onToast, type ToastCommand } from './toasts.ts'
import './toast-region.css'
import styles from './toast.module.css'

/** A position other than that of spec §9, in windows that fit a media query. */
export type ToastPlacement = {
  media: string
  /** As wide as the window allows, above the bar. */
  position: 'foot'
  /** Most toasts shown at once. */
  max: number
}
export type ToastRegionProps = { label: string; first: readonly ToastCommand[]; placement: ToastPlacement | undefined }

const typeIcons = {
  default: 'bell',
  success: 'circle-check',
  warn: 'triangle-alert',
  error: 'circle-alert',
} as const satisfies Record<ToastType, IconName>

/**
 * Draws the toasts: sonner positions and moves them, toast-state.ts decides which exist and for how long. Alt+T moves the focus
 * here; Escape closes the focused toast. Toasts do not age while the pointer or the focus is here, or while the window is hidden.
 */
export function ToastRegion({ label, first, placement }: ToastRegionProps) {
  const isThere = useMatches(placement?.media ?? 'not all') && placement !== undefined
  const position = isThere ? placement.position : 'top-right'
  const max = isThere ? placement.max : toastDefaults.max
  const [controller] = useState(() => createSonnerController(max))
  useEffect(() => controller.limit(max), [controller, max])
  // Runs after sonner's own effect has subscribed, so that the first toasts are not lost.
  useEffect(() => {
    for (const command of first) controller.take(command)
    return onToast(controller.take)
  }, [first, controller])

  const region = useRef<HTMLDivElement>(null)
  useEffect(() => (region.current ? watchAttention(region.current, controller.hold) : undefined), [controller])
  useEffect(() => controller.stop, [controller])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof Element ? idOf(event.target) : undefined
    if (event.key === 'Escape' && id !== undefined) controller.close(id)
  }
  return (
    <div ref={region} className={styles.region} role="presentation" data-toasts={position} onKeyDown={onKeyDown}>
      <Sonner
        position={position === 'foot' ? 'bottom-center' : position}
        visibleToasts={Number.MAX_SAFE_INTEGER}
        expand
        gap={10}
        containerAriaLabel={label}
      />
    </div>
  )
}

function createSonnerController(max: number) {
  const controller = createToastController({ draw, erase: (id) => void sonner.dismiss(id), max })
  function draw(item: DrawnToast) {
    sonner.custom(() => <Toast {...item} onPress={() => controller.press(item.id)} />, {
      id: item.id,
      // The timers are in the state; sonner's own would be a second set.
      duration: Number.POSITIVE_INFINITY,
      // Swiped away.
      onDismiss: () => controller.close(item.id),
    })
  }
  return controller
}

/** The focus may be on sonner's item around our toast, or within it. */
function idOf(target: Element): string | undefined {
  const toast = target.closest('[data-sonner-toast]')?.querySelector<HTMLElement>('[data-toast]')
  return toast?.dataset['toast']
}

function Toast({ id, title, text, type, speed, state, duplicates, data, onPress }: DrawnToast & { onPress: () => void }) {
  const { href, icon, fact } = data
  const Tag = href ? 'a' : 'button'
  return (
    <Tag
      className={`${styles.toast} ${styles[type] ?? ''}`}
      data-toast={id}
      data-type={type}
      data-state={state}
      style={{ '--speed': `${speed}ms` }}
      href={href}
      type={href ? undefined : 'button'}
      onClick={onPress}
    >
      {icon ? <img className={styles.avatar} src={icon} alt="" width="40" height="40" /> : <Icon name={typeIcons[type]} />}
      {/* The region around it is polite, but an error must interrupt. */}
      <span className={styles.words} role={type === 'error' ? 'alert' : undefined}>
        <strong>{title}</strong>
        {text ? <span className={styles.text}>{text}</span> : null}
      </span>
      {fact ? (
        // Otherwise a screen reader would read out every second.
        <span className={styles.fact} aria-hidden={fact.icon === 'clock'}>
          <Icon name={fact.icon} size="s" filled={fact.icon === 'heart'} />
          {fact.text}
        </span>
      ) : null}
      {duplicates > 0 ? <Times count={duplicates + 1} /> : null}
    </Tag>
  )
}

/** How often the same toast was shown: drawn as ×2, spoken as words, politely. */
function Times({ count }: { count: number }) {
  const { t, format } = useI18n()
  return (
    <span className={styles.fact}>
      <span aria-hidden="true">×{format.number(count)}</span>
      <span className="visually-hidden">{t('common.notifications.times', { count: format.number(count) })}</span>
    </span>
  )
}
