import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentStatements } from '#seed/content.ts'
import { run } from './server/run.ts'
import { toSql } from './server/to-sql.ts'

/** Writes the content seed (cities, legal versions) to a D1 database through wrangler: `--remote` or `--local`. */
const target = process.argv.includes('--remote') ? '--remote' : '--local'
const file = join(mkdtempSync(join(tmpdir(), 'kismet-content-')), 'content.sql')
writeFileSync(file, contentStatements().map(toSql).join('\n'))
await run('wrangler', ['d1', 'execute', 'kismet', target, '--file', file, '--yes'])
