export { dropExport, dropExports, objectsOf, removeObjects } from './drop-exports.ts'
export { toFiles } from './export-file.ts'
export {
  exportStatement,
  findExport,
  listExpired,
  listParts,
  listStalled,
  saveFailure,
  saveStep,
  type DataExport,
  type NewPart,
} from './queries.ts'
export { crc32 } from './crc32.ts'
export { zipSize } from './zip.ts'
export { exportHref, toExportProps } from './view.ts'
