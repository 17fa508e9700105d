import type { ComponentPropsWithRef } from 'react'
import styles from './icon-button.module.css'
import type { IconName } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'

type Look = {
  icon: IconName
  /** Spoken name and tooltip. */
  label: string
  kind?: 'quiet' | 'raised' | 'thread'
  size?: 'm' | 'l'
  filled?: boolean
}

type IconButtonProps = Look & Omit<ComponentPropsWithRef<'button'>, 'children'>
type IconLinkProps = Look & Omit<ComponentPropsWithRef<'a'>, 'children'> & { href: string }

const look = (kind: Look['kind'] = 'quiet', size: Look['size'] = 'm', className = '') =>
  `${styles.button} ${styles[kind]} ${styles[size]} ${className}`.trim()

export function IconButton({
  icon,
  label,
  kind,
  size,
  filled,
  className,
  title = label,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button {...rest} type={type} className={look(kind, size, className)} aria-label={label} title={title}>
      <Icon name={icon} filled={filled} size={size} />
    </button>
  )
}

export function IconLink({ icon, label, kind, size, filled, className, ...rest }: IconLinkProps) {
  return (
    <a {...rest} className={look(kind, size, className)} aria-label={label} title={label}>
      <Icon name={icon} filled={filled} size={size} />
    </a>
  )
}
