import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentStatements } from '#seed/content.ts'
import type { SeedStatement } from '#seed/statement.ts'
import { postStatements } from '#seed/posts.ts'
import { readPosts } from './build/read-posts.ts'
import { hashContent, storedHash } from './deploy/content-hash.ts'
import { run, runQuietly, withMessage } from './server/run.ts'
import { toSql } from './server/to-sql.ts'
import { nameOf, targets } from './deploy/steps.ts'

/**
 * Writes the content seed (cities, legal versions, blog posts) to a D1 database through wrangler: `--remote` with `staging` or
 * `production`, else to this machine's. Content that is there already is written again only with `--force`, as after rows were
 * lost or changed by hand.
 */
await withMessage(async () => {
  const target = targets.find((each) => process.argv.includes(each))
  const isRemote = process.argv.includes('--remote')
  if (isRemote && !target) throw new Error(`Say whose database: ${targets.join(' or ')}`)
  const place = target && isRemote ? [nameOf(target), '--remote', '--env', target] : ['kismet', '--local']
  const posts = await readPosts()
  const statements = [...contentStatements(), ...postStatements(posts, Date.now())]
  // Importing a file locks the database, so a deployment skips content that is already there.
  const hash = hashContent([...contentStatements(), ...postStatements(posts, 0)])
  const query = ['d1', 'execute', ...place, '--json', '--command', 'select seed_hash as hash from content_revision where id = 1']
  const isThere = isRemote && !process.argv.includes('--force') && storedHash(await runQuietly('wrangler', query)) === hash
  if (isThere) console.log('The content is that of the last deployment: nothing is written (--force writes it again).')
  else await write(place, statements, hash)
})

async function write(place: readonly string[], statements: readonly SeedStatement[], hash: string): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'kismet-content-')), 'content.sql')
  const done = `insert into content_revision (id, revision, seed_hash) values (1, 1, '${hash}')
    on conflict (id) do update set seed_hash = excluded.seed_hash;`
  writeFileSync(file, [...statements.map(toSql), done].join('\n'))
  await run('wrangler', ['d1', 'execute', ...place, '--file', file, '--yes'])
}
