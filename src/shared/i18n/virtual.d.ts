declare module 'virtual:messages' {
  /** The messages of one namespace (scripts/build/worker-messages.ts). */
  export const readMessages: import('./packed-messages.ts').MessageReader
}
