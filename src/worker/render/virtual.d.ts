declare module 'virtual:client-manifest' {
  /** Vite's manifest of the client build; null in development. */
  const manifest: import('./assets.ts').Manifest | null
  export default manifest
}

declare module 'virtual:build' {
  /** Identifier of this build, and its build time (ms). */
  export const build: { id: string; timestamp: number }
  /** True under the development server, which inserts styles by script. */
  export const isDevelopment: boolean
}
