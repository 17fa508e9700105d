/** The one place that says who we are: name, contact and the colours that live outside CSS (`theme-color`, manifest). */
export const brand = {
  name: 'Kismet',
  contactEmail: 'hello@kismet.example',
  /** Equal to `--paper` in tokens.css; a test compares them. */
  themeColor: { light: '#fcf7ee', dark: '#1c111b' },
  /** Equal to the light `--thread-fill`: the tile behind the installed app's icon. */
  accent: '#d13a17',
} as const;
