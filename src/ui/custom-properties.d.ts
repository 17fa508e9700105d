import 'react'

declare module 'react' {
  /** React sets custom properties too, but its types omit them. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
