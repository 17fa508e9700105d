import type { Plugin } from 'vite'

/**
 * Makes React's edge stream encode once per flush instead of once per string.
 *
 * `react-dom/server.edge` turns every tag, attribute and text into separate bytes. In workerd each of those is a call into native
 * code and an ArrayBuffer: most of the cost of streaming a page. The patched source keeps strings, joins them, and encodes and
 * enqueues a flush as one chunk. The response keeps its bytes: react-stream.test.tsx compares them. docs/decisions has the
 * alternatives, docs/performance.md the figures.
 *
 * It rewrites text, so it refuses to build if React's source is not the expected one. React's development build is another file
 * and is not patched.
 */

const REACT_SERVER_FILE = /\/react-dom\/cjs\/react-dom-server\.edge\.production\.js$/
const REACT_ENTRY_FILE = /\/react-dom\/server\.edge\.js$/

/** How often each patched phrase occurs in React's source. One more would be a use that the patch does not know. */
const KNOWN_USES = {
  currentView: 14,
  writtenBytes: 14,
  byteLength: 8,
  'textEncoder.encode(': 2,
  'destination.enqueue(': 5,
  'completeWriting(': 4,
  flushedByteSize: 6,
  byteSize: 14,
}

// A chunk that begins with the second half of a surrogate pair would merge with a chunk that ends in the first half. Encoded
// separately, each half becomes U+FFFD, so it does here too.
const WRITE_CHUNK = `function writeChunk(destination, chunk) {
  pendingText += 56320 === (chunk.charCodeAt(0) & 64512) ? "\\ufffd" + chunk.slice(1) : chunk;
}
`

// An empty flush enqueues nothing: a byte stream refuses empty chunks.
const COMPLETE_WRITING = `function completeWriting(destination) {
  var text = pendingText;
  pendingText = "";
  flushedOwners = [];
  "" !== text && destination.enqueue(textEncoder.encode(text));
}
`

// React counts bytes to decide which boundaries it sends late; UTF-16 lengths would change that in every non-ASCII page. A unit
// counts as one byte, two above U+007F, three above U+07FF (a lone surrogate too), and a pair as four.
const BYTE_LENGTH_OF_CHUNK = `function byteLengthOfChunk(chunk) {
  for (var bytes = chunk.length, i = 0; i < chunk.length; i++) {
    var unit = chunk.charCodeAt(i);
    127 < unit && (bytes += 2047 < unit ? 2 : 1);
    55296 === (unit & 64512) && 56320 === (chunk.charCodeAt(i + 1) & 64512) && i++;
  }
  return bytes;
}
`

// React counts the bytes of all text as it renders, a tenth of its work, and needs them only where a boundary is ready before
// what surrounds it is flushed. So they are counted when somebody asks. `owner`: a request for its shell, or a boundary.
const FINISHED_SEGMENT = `function finishedSegment(request, boundary, segment) {
  var owner = boundary ?? request;
  (owner.uncounted ??= []).push(segment.chunks);
}
function countBytes(owner) {
  for (const chunks of owner.uncounted ?? [])
    for (var i = 0; i < chunks.length; i++) owner.byteSize += byteLengthOfChunk(chunks[i]);
  owner.uncounted = null;
  return owner.byteSize;
}
function hasOver500Bytes(boundary) {
  var units = boundary.byteSize;
  for (const chunks of boundary.uncounted ?? [])
    for (var i = 0; i < chunks.length && units <= 500; i++) units += chunks[i].length;
  return 500 < units || 500 < countBytes(boundary);
}
var flushedOwners = [];
function countFlushedBytes() {
  for (const owner of flushedOwners) flushedByteSize += countBytes(owner);
  flushedOwners = [];
  return flushedByteSize;
}
`

/** The patched text of `react-dom-server.edge.production.js`. Throws if `source` is not the expected text. */
export function patchReactStream(source: string): string {
  for (const [word, expected] of Object.entries(KNOWN_USES)) {
    const found = source.split(word).length - 1
    if (found !== expected) throw unknownReact(`"${word}" is there ${found} times, not ${expected}`)
  }
  let text = replaceOnce(source, 'currentView = null,\n  writtenBytes = 0;', 'pendingText = "";')
  // The original writes a flush twice, before and after the partial boundaries, for a byte buffer that this patch removes.
  const resetBuffer = 'currentView = new Uint8Array(4096);\n'
  text = replaceOnce(text, `      completeWriting(destination);\n      ${resetBuffer}      writtenBytes = 0;\n`, '')
  // The rest of a flush that threw must not reach the next one, which may be another visitor's.
  text = replaceOnce(text, `{\n  ${resetBuffer}  writtenBytes = 0;\n`, '{\n  pendingText = "";\n')
  text = replaceFunction(text, 'finishedSegment', FINISHED_SEGMENT)
  text = replaceOnce(text, '500 < boundary.byteSize', 'hasOver500Bytes(boundary)')
  text = replaceOnce(text, 'request.byteSize += boundary.byteSize', 'request.byteSize += countBytes(boundary)')
  text = replaceOnce(text, 'flushedByteSize + boundary.byteSize', 'countFlushedBytes() + countBytes(boundary)')
  text = replaceOnce(text, 'flushedByteSize += boundary.byteSize;', 'flushedOwners.push(boundary);')
  for (const owner of ['request', 'boundary', 'boundary$71'])
    text = replaceOnce(text, `flushedByteSize = ${owner}.byteSize;`, `flushedByteSize = 0;\nflushedOwners = [${owner}];`)
  text = replaceFunction(text, 'writeChunk', WRITE_CHUNK)
  text = replaceFunction(text, 'completeWriting', COMPLETE_WRITING)
  text = replaceFunction(text, 'byteLengthOfChunk', BYTE_LENGTH_OF_CHUNK)
  for (const name of ['stringToChunk', 'stringToPrecomputedChunk']) {
    text = replaceFunction(text, name, `function ${name}(content) {\n  return content;\n}\n`)
  }
  const left = /currentView|writtenBytes|\.byteLength/.exec(text)
  if (left) throw unknownReact(`"${left[0]}" is left over`)
  return text
}

/**
 * `react-dom/server.edge.js` without the second renderer behind `renderToString`. Every isolate would read its 200 KB at the
 * start, and no streamed page uses it.
 */
export function withoutLegacyRenderer(source: string): string {
  return replaceOnce(source, "require('./cjs/react-dom-server-legacy.browser.production.js')", '{}')
}

/** The Vite plugin. It patches production builds for the server and throws if the file is missing. */
export function reactStream(): Plugin {
  let patched = false
  return {
    name: 'kismet:react-stream',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'server',
    transform: {
      filter: { id: [REACT_SERVER_FILE, REACT_ENTRY_FILE] },
      handler(source, id) {
        if (REACT_ENTRY_FILE.test(id)) return { code: withoutLegacyRenderer(source), map: null }
        patched = true
        return { code: patchReactStream(source), map: null }
      },
    },
    buildEnd(error) {
      if (!error && !patched) throw unknownReact('the file is not in the build')
    },
  }
}

function replaceOnce(text: string, find: string, replacement: string): string {
  const at = text.indexOf(find)
  if (at === -1 || text.includes(find, at + 1)) throw unknownReact(`${JSON.stringify(find)} must be there once`)
  return text.slice(0, at) + replacement + text.slice(at + find.length)
}

/** Replaces a top-level function: its closing brace is the first one at the beginning of a line. */
function replaceFunction(text: string, name: string, replacement: string): string {
  const start = text.indexOf(`\nfunction ${name}(`) + 1
  const end = text.indexOf('\n}\n', start) + '\n}\n'.length
  if (start === 0 || end <= start) throw unknownReact(`function ${name} is missing`)
  return replaceOnce(text, text.slice(start, end), replacement)
}

function unknownReact(reason: string): Error {
  return new Error(
    `react-dom/server.edge is not as scripts/build/react-stream.ts expects: ${reason}. ` +
      'Compare the patch with the new source, or take the plugin out of vite.config.ts: pages then stream unpatched.',
  )
}
