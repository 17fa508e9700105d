export { drawingAddresses, portraitSeeds } from './address.ts'
export { looksOf } from './looks.ts'
