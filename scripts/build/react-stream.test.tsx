// @vitest-environment node
/** @jsxRuntime classic @jsx React.createElement */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import * as React from 'react'
import type * as ReactServer from 'react-dom/server.edge'
import { describe, expect, test, vi } from 'vitest'
import { patchReactStream, withoutLegacyRenderer } from './react-stream.ts'

// The patch is for production: React's development build makes elements that the production renderer cannot take.
vi.hoisted(() => vi.stubEnv('NODE_ENV', 'production'))
const { Suspense } = React
type ReactNode = React.ReactNode

const require = createRequire(import.meta.url)
const reactServerFile = require
  .resolve('react-dom/package.json')
  .replace('package.json', 'cjs/react-dom-server.edge.production.js')
const source = readFileSync(reactServerFile, 'utf8')

type Render = typeof ReactServer.renderToReadableStream
type Options = Parameters<Render>[1]

/** Evaluates React's module from text, beside the same `react`. */
function evaluate(text: string): Render {
  const module: { exports: { renderToReadableStream?: Render } } = { exports: {} }
  compileFunction(text, ['require', 'module', 'exports'])(createRequire(reactServerFile), module, module.exports)
  if (!module.exports.renderToReadableStream) throw new Error('React exported no renderToReadableStream')
  return module.exports.renderToReadableStream
}

const original = evaluate(source)
const patched = evaluate(patchReactStream(source))

async function chunksOf(render: Render, tree: ReactNode, options?: Options): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  const stream = await render(tree, { onError: () => 'digest', ...options })
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

/** Renders with both. `tree` is a function because a promise that one of them has used is no longer pending. */
async function compare(tree: () => ReactNode, options?: Options) {
  const expected = Buffer.concat(await chunksOf(original, tree(), options))
  const chunks = await chunksOf(patched, tree(), options)
  return { expected, chunks, html: Buffer.concat(chunks) }
}

const later = (text: string, delayMs = 5) => new Promise<string>((resolve) => setTimeout(() => resolve(text), delayMs))

function Late({ text }: { text: Promise<string> }) {
  return <p>{React.use(text)}</p>
}

function Page({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <title>Kismet &amp; co</title>
        <link rel="stylesheet" href="/app.css" precedence="default" />
      </head>
      <body className="page">{children}</body>
    </html>
  )
}

function Throws(): ReactNode {
  throw new Error('broken on the server')
}

describe('the patched React stream sends the bytes of the original', () => {
  test('for a page, as one chunk', async () => {
    const { expected, chunks, html } = await compare(() => (
      <Page>
        <a href="/?a=1&b='2'">one</a> two {3}
        <input type="checkbox" defaultChecked />
        <textarea defaultValue={'\nline'} />
      </Page>
    ))
    expect(html.equals(expected)).toBe(true)
    expect(html.toString()).toMatch(/^<!DOCTYPE html>.*<\/html>$/s)
    expect(chunks).toHaveLength(1)
  })

  test('for every width of UTF-8 and for halves of surrogate pairs', async () => {
    const { expected, html } = await compare(() => (
      <Page>
        <p title="Łódź 🧵 «Київ»">
          {'Привіт'} {'日本語'} {'👩🏽‍🤝‍👨🏻'}
          {'\ud83d'}
          {'\ude00'}
        </p>
        <p>{'\udc00low first'}</p>
        <p>{'high last\ud800'}</p>
      </Page>
    ))
    expect(html.equals(expected)).toBe(true)
  })

  test('for style rules that are written side by side and part a surrogate pair', async () => {
    const { expected, html } = await compare(() => (
      <Page>
        <style href="a" precedence="p">
          {'.a{content:"\ud83d'}
        </style>
        <style href="b" precedence="p">
          {'\ude00"}'}
        </style>
      </Page>
    ))
    expect(html.equals(expected)).toBe(true)
    expect(html.toString()).toContain('\ufffd\ufffd')
  })

  test('for a late boundary with a nonce, as one chunk per flush', async () => {
    const { expected, chunks, html } = await compare(
      () => (
        <Page>
          <Suspense fallback={<i>…</i>}>
            <Late text={later('Пізно 🌙')} />
          </Suspense>
          <p>shell</p>
        </Page>
      ),
      { nonce: 'abc123' },
    )
    expect(html.equals(expected)).toBe(true)
    expect(chunks).toHaveLength(2)
    expect(Buffer.from(chunks[0] ?? []).toString()).toContain('<p>shell</p>')
    expect(Buffer.from(chunks[1] ?? []).toString()).toMatch(/<p>Пізно 🌙<\/p>.*<script nonce="abc123">.*<\/html>$/s)
  })

  test('for boundaries that are ready one after another', async () => {
    const { expected, chunks, html } = await compare(() => (
      <Page>
        {[5, 40, 75].map((delayMs) => (
          <Suspense key={delayMs} fallback={<i>{delayMs}</i>}>
            <Late text={later(`after ${delayMs}`, delayMs)} />
          </Suspense>
        ))}
      </Page>
    ))
    expect(html.equals(expected)).toBe(true)
    expect(chunks.length).toBeLessThanOrEqual(4)
  })

  test('for 200 KB of text in one node', async () => {
    const text = 'Długi tekst z emoji 🧶 & <znacznikami>. '.repeat(4600)
    const { expected, chunks, html } = await compare(() => (
      <Page>
        <p>{text}</p>
      </Page>
    ))
    expect(html.length).toBeGreaterThan(200_000)
    expect(html.equals(expected)).toBe(true)
    expect(chunks).toHaveLength(1)
  })

  test('when a boundary fails and the browser must render it', async () => {
    const { expected, html } = await compare(() => (
      <Page>
        <Suspense fallback={<i>fallback</i>}>
          <Throws />
        </Suspense>
        <Suspense fallback={<i>late fallback</i>}>
          <Late text={later('').then(() => Promise.reject(new Error('late')))} />
        </Suspense>
      </Page>
    ))
    expect(html.equals(expected)).toBe(true)
    expect(html.toString()).toContain('data-dgst="digest"')
  })

  // 600 bytes, but 300 UTF-16 units: React sends boundaries above 500 bytes late once the shell is full.
  test('when the bytes of a boundary decide that it is sent late', async () => {
    const { expected, html } = await compare(
      () => (
        <Page>
          <Suspense fallback={<i>fallback</i>}>
            <p>{'ї'.repeat(300)}</p>
          </Suspense>
        </Page>
      ),
      { progressiveChunkSize: 400 },
    )
    expect(html.equals(expected)).toBe(true)
    expect(html.toString()).toContain('<i>fallback</i>')
  })

  // Of the shell's 1,000 letters and the boundaries' 600 bytes each, the limit lets none, one or both go with the shell.
  test('when the bytes of the shell decide that boundaries are sent late', async () => {
    const fallbacks = new Set<number>()
    for (let limit = 2_000; limit < 4_000; limit += 100) {
      const { expected, html } = await compare(
        () => (
          <Page>
            <p>{'ї'.repeat(1_000)}</p>
            {['one', 'other'].map((name) => (
              <Suspense key={name} fallback={<i>fallback</i>}>
                <p>{name.repeat(600 / name.length)}</p>
              </Suspense>
            ))}
            <Suspense fallback={<i>late</i>}>
              <Late text={later('ї'.repeat(400))} />
            </Suspense>
          </Page>
        ),
        { progressiveChunkSize: limit },
      )
      expect(html.equals(expected), `limit ${limit}`).toBe(true)
      fallbacks.add(html.toString().split('<i>fallback</i>').length - 1)
    }
    expect(fallbacks).toEqual(new Set([2, 1, 0]))
  })

  test('when the visitor leaves in the middle and another one comes', async () => {
    const abandoned = await patched(
      <Page>
        <Suspense fallback={<i>…</i>}>
          <Late text={later('secret', 20)} />
        </Suspense>
      </Page>,
      { onError: () => undefined },
    )
    const reader = abandoned.getReader()
    await reader.read()
    await reader.cancel()
    const { expected, html } = await compare(() => <Page>next</Page>)
    expect(html.equals(expected)).toBe(true)
  })
})

describe('the patch', () => {
  test('waits for the reader: nothing is rendered into a stream that nobody reads', async () => {
    let pulls = 0
    const stream = await patched(
      <Page>
        <Suspense fallback={<i>…</i>}>
          <Late text={later('late')} />
        </Suspense>
      </Page>,
    )
    await stream.allReady
    const reader = stream.getReader()
    while (!(await reader.read()).done) pulls++
    // Everything was ready before the first read, so there was one flush.
    expect(pulls).toBe(1)
  })

  test('refuses a source that it does not know', () => {
    expect(() => patchReactStream(source.replace('currentView.length', 'size'))).toThrow(
      /"currentView" is there 13 times, not 14/,
    )
    expect(() => patchReactStream(source.replace('function stringToChunk(', 'function toChunk('))).toThrow(
      /stringToChunk is missing/,
    )
  })
  test('leaves the renderer of whole strings out of the bundle', () => {
    const entry = readFileSync(require.resolve('react-dom/server.edge'), 'utf8')
    expect(withoutLegacyRenderer(entry)).not.toContain('legacy.browser.production')
    expect(() => withoutLegacyRenderer('')).toThrow(/must be there once/)
  })
})
