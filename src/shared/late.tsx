import { createContext, Suspense, use, type ReactNode } from 'react'

/** Slow parts by name: promises while the server streams, values after a client navigation. */
export type LateValues = Record<string, unknown>

const LateContext = createContext<LateValues>({})

export function LateProvider({ values, children }: { values: LateValues; children: ReactNode }) {
  return <LateContext value={values}>{children}</LateContext>
}

type LateProps<Value> = {
  name: string
  fallback: ReactNode
  /** The same name has a place before this one on the page: that one writes the value. */
  copy?: boolean
  /** Null when the source was away: say so, and offer to try again. */
  children: (value: Value | null) => ReactNode
}

/**
 * A part of a page that streams in after the shell. The server waits for the promise inside this boundary and writes the
 * value beside the markup as JSON; hydration reads it there, so that nothing is fetched twice.
 */
export function Late<Value>({ name, fallback, copy = false, children }: LateProps<Value>) {
  return (
    <Suspense fallback={fallback}>
      <Resolved name={name} copy={copy} render={children} />
    </Suspense>
  )
}

type ResolvedProps<Value> = { name: string; copy: boolean; render: (value: Value | null) => ReactNode }

function Resolved<Value>({ name, copy, render }: ResolvedProps<Value>) {
  const values = use(LateContext)
  const id = `late-${name}`
  // Only hydration reads the page: after a navigation the element of the page before may still stand there.
  const json = name in values ? null : readJson(id)
  const given = values[name]
  const settled = (json === null ? (given instanceof Promise ? use(given) : (given ?? null)) : JSON.parse(json)) as Value | null
  return (
    <>
      {copy ? null : (
        <script
          type="application/json"
          id={id}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: json ?? escapeJson(settled) }}
        />
      )}
      {render(settled)}
    </>
  )
}

type DocumentLike = { getElementById(id: string): { textContent: string | null } | null }

/** The JSON the server wrote, while this page is being hydrated; null on the server. */
function readJson(id: string): string | null {
  const page = (globalThis as { document?: DocumentLike }).document
  return page?.getElementById(id)?.textContent ?? null
}

/** JSON that cannot end its script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
