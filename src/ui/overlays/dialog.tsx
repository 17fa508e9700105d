import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './dialog.module.css'
import { IconButton } from '../controls/icon-button.tsx'

type DialogProps = {
  /** Unique on the page; the trigger's `target`. */
  id: string
  title: string
  closeLabel: string
  children: ReactNode
  /** Buttons at the foot. */
  actions?: ReactNode
  size?: 'm' | 'l'
  /** Below 600 px it rises from the foot of the window at full width, within reach of the thumb. */
  sheet?: boolean
  /** Opens and closes it by state; omit it if a trigger opens the dialog. */
  open?: boolean
  onClose?: () => void
  /** Open from the start, for a page without a script whose refused form is in the dialog. */
  shown?: boolean
}

/**
 * A native dialog. Without a script, its trigger opens it as a popover. With one, it opens as a modal, which makes the rest of
 * the page inert. It cannot be both: a shown popover cannot become a modal.
 */
export function Dialog({
  id,
  title,
  closeLabel,
  children,
  actions,
  size = 'm',
  sheet = false,
  open,
  onClose,
  shown = false,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (open) showAsModal(dialog.current)
    else if (open === false) dialog.current?.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      id={id}
      popover="auto"
      open={shown || undefined}
      closedby="any"
      className={[styles.dialog, size === 'l' && styles.l, sheet && styles.sheet].filter(Boolean).join(' ')}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={`${id}-title`}>
          {title}
        </h2>
        {shown ? (
          <form method="dialog">
            <IconButton icon="x" label={closeLabel} type="submit" />
          </form>
        ) : (
          <IconButton
            icon="x"
            label={closeLabel}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => dialog.current?.close()}
          />
        )}
      </div>
      <div className={styles.body}>{children}</div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </dialog>
  )
}

type DialogTriggerProps = Omit<ComponentProps<typeof Button>, 'type'> & { target: string }

export function DialogTrigger({ target, onClick, ...button }: DialogTriggerProps) {
  return <Button {...button} type="button" popoverTarget={target} aria-haspopup="dialog" onClick={openTarget(target, onClick)} />
}

/** Opens the dialog that a button names as its `popoverTarget`. */
export function openTarget(target: string, onClick?: (event: MouseEvent<HTMLButtonElement>) => void) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event)
    // Prevents the popover that the same press would show.
    if (showAsModal(document.getElementById(target))) event.preventDefault()
  }
}

function showAsModal(element: HTMLElement | null): boolean {
  if (!(element instanceof HTMLDialogElement) || element.matches(':popover-open')) return false
  if (!element.open) element.showModal()
  return true
}
