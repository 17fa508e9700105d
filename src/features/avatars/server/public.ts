export { looksOf } from './looks.ts'
