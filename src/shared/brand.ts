/** The single source of our identity: name, contact and the colours needed outside CSS (`theme-color`, manifest). */
export const brand = {
  name: 'Kismet',
  contactEmail: 'hello@kismet.example',
  /** Equal to `--paper` in tokens.css; a test compares them. */
  themeColor: { light: '#fcf7ee', dark: '#1c111b' },
  /** The tile behind the mark in icons and on the splash screen: the light `--night`. */
  tileColor: '#2b1229',
} as const
