/** True where nothing should be fetched ahead: slow-2g or save-data (spec §4). */
export function savesData(): boolean {
  const { connection } = navigator
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}
