declare module 'virtual:messages' {
  /** Reads the messages of one namespace (scripts/build/worker-messages.ts). */
  export const readMessages: import('./packed-messages.ts').MessageReader
}
