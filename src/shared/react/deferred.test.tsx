import { renderToReadableStream } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Await, DeferredProvider, type DeferredValues } from './deferred.tsx'

afterEach(() => void vi.unstubAllGlobals())

async function render(values: DeferredValues, { copy = false } = {}): Promise<string> {
  const stream = await renderToReadableStream(
    <DeferredProvider values={values}>
      <Await<{ unread: string }> name="unread" copy={copy} fallback={null}>
        {(value) => <b>{value === null ? 'away' : value.unread}</b>}
      </Await>
    </DeferredProvider>,
  )
  return new Response(stream).text()
}

/** The document of a browser whose parser has come this far in the element with the value. */
const parse = (textContent: string) => vi.stubGlobal('document', { getElementById: () => ({ textContent }) })

test('a value is read from the document as the server wrote it, and no part of it is taken for the whole', async () => {
  const html = await render({ unread: Promise.resolve({ unread: '</3 & "12"' }) })
  const written = /<script[^>]*>([^]*?)<\/script>/.exec(html)?.[1] ?? ''
  expect(written).not.toBe('')
  parse(written)
  expect(await render({}, { copy: true })).toContain('<b>&lt;/3 &amp; &quot;12&quot;</b>')
  for (let end = 0; end < written.length; end += 1) {
    parse(written.slice(0, end))
    expect(await render({}, { copy: true })).toContain('<b>away</b>')
  }
})

test('half a number is not read as a smaller one', async () => {
  const html = await render({ unread: Promise.resolve(120) })
  const written = /<script[^>]*>([^]*?)<\/script>/.exec(html)?.[1] ?? ''
  for (const end of [1, 2, 3]) {
    parse(written.slice(0, end))
    expect(await render({}, { copy: true })).toContain('<b>away</b>')
  }
})
