import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { Button, type ButtonLook } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './menu.module.css'

type MenuProps = {
  /** Spoken name; also the text on the button unless `icon` is shown alone. */
  label: string
  /** Shows text with the icon. */
  text?: string
  icon?: IconName
  kind?: ButtonLook['kind']
  /** The direction in which there is room: 'up' for menus at the foot of the page. */
  direction?: 'down' | 'up'
  children: ReactNode
}

/** A button and its popover, which the browser opens and anchors to the button. */
export function Menu({ label, text, icon = 'ellipsis', kind = 'quiet', direction = 'down', children }: MenuProps) {
  const id = useId()
  return (
    <>
      {text ? (
        <Button
          type="button"
          kind={kind}
          size="s"
          icon={icon}
          iconEnd="chevron-down"
          popoverTarget={id}
          aria-label={`${label}: ${text}`}
        >
          {text}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} popoverTarget={id} />
      )}
      <MenuBox id={id} direction={direction}>
        {children}
      </MenuBox>
    </>
  )
}

type MenuBoxProps = Omit<ComponentProps<'div'>, 'className' | 'popover'> & Pick<MenuProps, 'direction'>

/** The popover alone, for several buttons that name its id. */
export function MenuBox({ direction = 'down', ...box }: MenuBoxProps) {
  return <div {...box} popover="auto" className={`${styles.menu} ${styles[direction]}`} />
}

type ItemLook = { icon?: IconName; danger?: boolean; current?: boolean; lang?: string; children: ReactNode }

/** Closes the menu, because a navigation without a new document would leave it open. */
function closeMenu(event: MouseEvent<HTMLElement>): void {
  const menu = event.currentTarget.closest('[popover]')
  if (menu instanceof HTMLElement) menu.hidePopover()
}

const itemClass = (danger?: boolean) => `${styles.item} ${danger ? styles.danger : ''}`

/** Links to another page. */
export function MenuLink({ href, icon, children }: { href: string; icon?: IconName; children: ReactNode }) {
  return (
    <a href={href} className={itemClass()} onClick={closeMenu}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </a>
  )
}

type MenuButtonProps = ItemLook & {
  name?: string
  value?: string
  type?: 'submit' | 'button'
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  popoverTarget?: string
}

/** Submits the form around it. */
export function MenuButton({ icon, danger, current, type = 'submit', children, onClick, ...button }: MenuButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event)
    closeMenu(event)
  }
  return (
    <button {...button} onClick={press} type={type} className={itemClass(danger)} aria-current={current || undefined}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}
