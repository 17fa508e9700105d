/**
 * wrangler runs this before it builds anything from the top of wrangler.toml, because an environment without a name is for this
 * machine only. It exits with 1, and so does `wrangler deploy`.
 */
console.error(`Nothing was deployed: the top of wrangler.toml is for local runs, where test cards count as money.
Cure: npm run deploy -- staging or production (docs/operations/deploy.md, 'Deploying').`)
process.exitCode = 1
