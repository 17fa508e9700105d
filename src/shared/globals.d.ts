/**
 * The few globals that browsers and workerd have in common and that shared code may use. Everything else of either
 * platform stays out of reach here, which keeps this folder usable on both sides.
 */
declare const console: { warn(...data: unknown[]): void; error(...data: unknown[]): void }

declare class URLSearchParams {
  constructor(init?: string | [string, string][] | Record<string, string>)
  get(name: string): string | null
  has(name: string): boolean
  toString(): string
}
