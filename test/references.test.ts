import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** What documents, comments and messages refer to: files that exist, and commands that run as they are written. */

const read = (path: string) => readFileSync(path, 'utf8')
const documents = globSync(['README.md', '.github/*.md', 'docs/**/*.md', 'locales/*.md'])
/** Apart from a test that writes sources of its own. */
const sources = globSync(['*.ts', 'wrangler.toml', '{src,scripts,test}/**/*.{ts,tsx,css,js}']).filter(
  (path) => path !== 'scripts/structure/structure.test.ts',
)

/** A file of ours, by its path from the root. */
const filePath = /(?<![\w./#@{}*-])(?:src|scripts|test|docs|public)\/[\w./-]*\.(?:tsx?|md|sql|toml|json|css|js)\b/g

/** Comments of a source, and lines of wrangler.toml that are comments. */
const commentsOf = (text: string) =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|#) .*$/gm)].map(([comment]) => comment).join('\n')

test('every file that a document or a comment names exists', () => {
  // Decisions keep the names of their day.
  const present = documents.filter((path) => !path.startsWith('docs/decisions/'))
  const texts = [
    ...present.map((path) => [path, read(path)] as const),
    ...sources.map((path) => [path, commentsOf(read(path))] as const),
  ]
  const named = texts.flatMap(([from, text]) => [...text.matchAll(filePath)].map(([path]) => ({ from, path })))
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([])
})

describe('a command that people type', () => {
  /** Only npm finds what `npm ci` installed, and only with npm `node` is the one that runs TypeScript. */
  const installed = readdirSync('node_modules/.bin').map((name) => name.replace(/\.(?:cmd|ps1)$/, ''))
  const bare = new RegExp(
    `^(?:\\w+=\\S+ )*(?:npx )?(?:node (?=\\S+\\.ts)|(?:${installed.filter((name) => name !== 'node').join('|')}) )`,
  )

  /** The commands of a line: what stands between pipes and `&&`, outside quotation marks. */
  const commandsOf = (line: string) =>
    line
      .replaceAll(/"[^"]*"|'[^']*'/g, '""')
      .replace(/(?:^|\s)#.*$/, '')
      .split(/\s*(?:\||&&|;|\()\s*/)
      .map((command) => command.trim())

  /** Lines of the code blocks for a shell. */
  const linesOf = (text: string) =>
    [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) => block.split('\n'))

  /** Code within a sentence that is a whole command: a script, or a tool with more than the name of what it does. */
  const inSentence = (text: string) =>
    [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => (/\.ts\b|^\w+ .*(?: --|kismet-)/.test(code) ? [code] : []))

  const bareIn = (commands: readonly string[]) => commands.flatMap(commandsOf).filter((command) => bare.test(command))

  test.each([
    'node scripts/seed-content.ts --remote production',
    'wrangler d1 time-travel info kismet-production --env production',
    'openssl rand -base64 32 | wrangler secret put SESSION_SECRET --env production',
    'apt-get install lame && node scripts/sounds.ts',
    'npx node scripts/screenshots.ts',
    'CI=1 vitest run --project unit',
  ])('%s is refused', (line) => {
    expect(bareIn([line])).toHaveLength(1)
  })

  test.each(documents)('%s', (path) => {
    const text = read(path)
    expect(bareIn([...linesOf(text), ...inSentence(text)])).toEqual([])
  })

  test('in comments and messages of the sources', () => {
    const found = sources.flatMap((path) =>
      [...read(path).matchAll(/(?<!npm exec -- )\bnode (?:scripts|test)\/[\w/-]+\.ts|`wrangler [^`$]* (?:--|[A-Z])/g)].map(
        ([command]) => `${path}: ${command}`,
      ),
    )
    expect(found.filter((line) => !line.startsWith('test/references.test.ts'))).toEqual([])
  })
})
