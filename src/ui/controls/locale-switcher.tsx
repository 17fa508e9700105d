import { Menu, MenuButton } from '../overlays/menu.tsx'

export type LocaleChoice = {
  /** Value of the `locale` field. */
  code: string
  /** In its own language. */
  name: string
  /** Two characters, for the button. */
  shortName: string
  /** The locale's html lang, so that screen readers pronounce the name. */
  lang: string
  current?: boolean
}

export type LocaleSwitcherProps = {
  label: string
  /** Address that the form posts to. */
  action: string
  /** The page to return to, without its locale prefix; posted as `next`. */
  next: string
  locales: readonly LocaleChoice[]
  direction?: 'down' | 'up'
}

/**
 * A plain form of submit buttons in a popover, which works without a script. The button shows the short name (spec §3). Its
 * accessible name contains both names, so that people who use voice control can say what they see.
 */
export function LocaleSwitcher({ label, action, next, locales, direction = 'down' }: LocaleSwitcherProps) {
  const current = locales.find((locale) => locale.current)
  return (
    <form method="post" action={action}>
      <input type="hidden" name="next" value={next} />
      <Menu
        label={current ? `${label}: ${current.name}` : label}
        icon="globe"
        text={current?.shortName ?? label}
        direction={direction}
      >
        {locales.map(({ code, name, lang, current: isCurrent }) => (
          <MenuButton key={code} name="locale" value={code} lang={lang} current={isCurrent}>
            {name}
          </MenuButton>
        ))}
      </Menu>
    </form>
  )
}
