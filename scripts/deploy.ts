import { readFileSync } from 'node:fs'
import { requireOperator, type Env } from '#server/env.ts'
import { run } from './server/run.ts'

/**
 * `npm run deploy`: check, build, migrate the remote database, write the content seed, deploy. Bindings and secrets are
 * in docs/operations.md; wrangler asks for missing ones. Nothing is touched while the site has no operator's name and
 * address.
 */
const environment = process.argv[2] ?? 'production'
const built = 'dist/kismet/wrangler.json'
await run('npm', ['run', '--silent', 'check'])
await run('vite', ['build', '--logLevel', 'warn'])
const { vars } = JSON.parse(readFileSync(built, 'utf8')) as { vars: Env }
requireOperator({ ...vars, ENVIRONMENT: environment as Env['ENVIRONMENT'] })
await run('wrangler', ['d1', 'migrations', 'apply', 'kismet', '--remote'])
await run('node', ['scripts/seed-content.ts', '--remote'])
await run('wrangler', ['deploy', '--config', built, '--var', `ENVIRONMENT:${environment}`])
