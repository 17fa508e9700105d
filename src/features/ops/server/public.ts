export { countYesterday } from './figures/day-figures.ts'
export { requireAct } from './guards.ts'
export { sealSecret } from './sealed-secret.ts'
export { opsPolicy } from './views/shell.ts'
