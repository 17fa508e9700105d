export { sealSecret } from './sealed-secret.ts'
