/**
 * How the worker's modules are put into files: what every isolate evaluates at its start in one, and all pages in another,
 * evaluated with the first of them. Finding and linking modules takes workerd longer than evaluating some more of them.
 */
export const workerChunkGroups = [
  { name: 'start', priority: 20, test: /\/src\/worker\/index\.ts$/ },
  { name: 'pages', priority: 10, test: /\/src\/(?:pages\/[\w-]+\/(?:page\.tsx|[\w-]+-pane\.tsx|load\.ts)$|layouts\/frames\/)/ },
]
