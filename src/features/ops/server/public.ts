export { countYesterday } from './day-figures.ts'
export { sealSecret } from './sealed-secret.ts'
