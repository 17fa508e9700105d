import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentStatements } from '#seed/content.ts'
import { postStatements } from '#seed/posts.ts'
import { readPosts } from './build/read-posts.ts'
import { run } from './server/run.ts'
import { toSql } from './server/to-sql.ts'
import { nameOf, targets } from './deploy/steps.ts'

/**
 * Writes the content seed (cities, legal versions, posts of the blog) to a D1 database through wrangler: `--remote` with `staging` or
 * `production`, else that of this machine.
 */
const target = targets.find((each) => process.argv.includes(each))
const isRemote = process.argv.includes('--remote')
if (isRemote && !target) throw new Error(`Say whose database: ${targets.join(' or ')}`)
const place = target && isRemote ? [nameOf(target), '--remote', '--env', target] : ['kismet', '--local']
const file = join(mkdtempSync(join(tmpdir(), 'kismet-content-')), 'content.sql')
const statements = [...contentStatements(), ...postStatements(await readPosts(), Date.now())]
writeFileSync(file, statements.map(toSql).join('\n'))
await run('wrangler', ['d1', 'execute', ...place, '--file', file, '--yes'])
