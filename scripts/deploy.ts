import { run } from './server/run.ts'

/**
 * `npm run deploy`: check, build, migrate the remote database, write the content seed, deploy. Bindings and secrets are in
 * docs/operations.md; wrangler asks for what it lacks.
 */
const environment = process.argv[2] ?? 'production'
await run('npm', ['run', '--silent', 'check'])
await run('vite', ['build', '--logLevel', 'warn'])
await run('wrangler', ['d1', 'migrations', 'apply', 'kismet', '--remote'])
await run('node', ['scripts/seed-content.ts', '--remote'])
await run('wrangler', ['deploy', '--config', 'dist/kismet/wrangler.json', '--var', `ENVIRONMENT:${environment}`])
