import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './button.module.css'
import type { IconName } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'

export type ButtonLook = {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 's' | 'm' | 'l'
  icon?: IconName
  iconEnd?: IconName
  /** As wide as its container. */
  wide?: boolean
}

type ButtonProps = ButtonLook &
  ComponentPropsWithRef<'button'> & {
    /** In progress: keeps its size and focus, ignores presses, and shows the running thread. */
    pending?: boolean
  }

type ButtonLinkProps = ButtonLook & ComponentPropsWithRef<'a'> & { href: string }

function look({ kind = 'primary', size = 'm', wide = false }: ButtonLook, className = ''): string {
  return `${styles.button} ${styles[kind]} ${styles[size] ?? ''} ${wide ? styles.wide : ''} ${className}`.trim()
}

function content(children: ReactNode, icon?: IconName, iconEnd?: IconName) {
  return (
    <>
      {icon ? <Icon name={icon} /> : null}
      <span>{children}</span>
      {iconEnd ? <Icon name={iconEnd} /> : null}
    </>
  )
}

export function Button({ kind, size, icon, iconEnd, wide, pending, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      className={look({ kind, size, wide }, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {content(children, icon, iconEnd)}
      {pending ? (
        <svg className={styles.pending} viewBox="0 0 120 12" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 6c10-6 20-6 30 0s20 6 30 0 20-6 30 0 20 6 30 0" pathLength="1" />
        </svg>
      ) : null}
    </button>
  )
}

export function ButtonLink({ kind, size, icon, iconEnd, wide, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={look({ kind, size, wide }, className)}>
      {content(children, icon, iconEnd)}
    </a>
  )
}

/** Opens and closes its `<details>`. */
export function ButtonSummary({
  kind,
  size,
  icon,
  wide,
  className,
  children,
  ...rest
}: ButtonLook & ComponentPropsWithRef<'summary'>) {
  return (
    <summary {...rest} className={look({ kind, size, wide }, className)}>
      {content(children, icon)}
    </summary>
  )
}
