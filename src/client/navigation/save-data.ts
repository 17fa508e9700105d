/** Returns true where nothing should be prefetched: slow-2g or save-data (spec §4). */
export function savesData(): boolean {
  const { connection } = navigator
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}
