declare module 'virtual:client-manifest' {
  /** Vite's manifest of the client build; null in development. */
  const manifest: import('./assets.ts').Manifest | null
  export default manifest
}

declare module 'virtual:build' {
  /** Identifier of this build, and when it was made (ms). */
  export const build: { id: string; timestamp: number }
  /** True under the development server, which puts styles into the page by script. */
  export const isDevelopment: boolean
}
