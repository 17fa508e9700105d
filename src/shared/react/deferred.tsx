import { createContext, Suspense, use, useEffect, useState, type ReactNode } from 'react'

/** Deferred values by name: promises while the server streams, values after a client navigation. */
export type DeferredValues = Record<string, unknown>

const DeferredContext = createContext<DeferredValues>({})

export function DeferredProvider({ values, children }: { values: DeferredValues; children: ReactNode }) {
  return <DeferredContext value={values}>{children}</DeferredContext>
}

type AwaitProps<Value> = {
  name: string
  fallback: ReactNode
  /** An earlier element of the page has the same name and writes the value. */
  copy?: boolean
  /** Gets null if the source was unavailable: show that, and offer a retry. */
  children: (value: Value | null) => ReactNode
}

/**
 * A part of a page that streams in after the shell. The server waits for the promise inside this boundary and writes the value
 * beside the markup as JSON. Hydration reads it there, so nothing is fetched twice.
 * ⏎ A streamed boundary must stay the identical element until it is hydrated. If it changes while it streams, React gives up on
 * it and renders it in the browser, where there is no value. The markup that arrives a moment later would be discarded.
 */
export function Await<Value>({ name, fallback, copy = false, children }: AwaitProps<Value>) {
  const isStreamed = !(name in use(DeferredContext))
  const [isTakenOver, setTakenOver] = useState(false)
  const boundary = (
    <Suspense fallback={fallback}>
      <Resolved name={name} copy={copy} render={children} onTakenOver={setTakenOver} />
    </Suspense>
  )
  const [first] = useState(boundary)
  return isStreamed && !isTakenOver ? first : boundary
}

type ResolvedProps<Value> = {
  name: string
  copy: boolean
  render: (value: Value | null) => ReactNode
  onTakenOver: (isTakenOver: true) => void
}

function Resolved<Value>({ name, copy, render, onTakenOver }: ResolvedProps<Value>) {
  const values = use(DeferredContext)
  useEffect(() => onTakenOver(true), [onTakenOver])
  const id = `late-${name}`
  // Only hydration reads the page: after a navigation the previous page's element may still be there.
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
          dangerouslySetInnerHTML={{ __html: json ?? escapeJson(settled) + endMark }}
        />
      )}
      {render(settled)}
    </>
  )
}

/** Follows complete JSON, which itself has no line breaks. */
const endMark = '\n'

/**
 * Reads the JSON that the server wrote, while this page is being hydrated; null on the server. Components rendered in the browser
 * may read before the end has arrived. It never arrives if a navigation or a lost connection stopped the document.
 */
function readJson(id: string): string | null {
  const text = globalThis.document?.getElementById(id)?.textContent
  return text?.endsWith(endMark) ? text : null
}

/** Returns JSON that cannot close its script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
