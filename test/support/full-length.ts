/** `npm run test:full` sets it; `npm test` runs a short form of simulation and secrecy. */
export const isFullLength = process.env['FULL_LENGTH'] === '1'
