import 'react'

declare module 'react' {
  /** React sets custom properties, too, but its types leave them out. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
