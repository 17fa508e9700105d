/**
 * Assigns the worker's modules to two files: one that every isolate evaluates at its start, and one with all pages,
 * evaluated with the first of them. An order's page is in it, too: only browsers load that on demand. For workerd, finding
 * and linking modules takes longer than evaluating some more of them.
 */
export const workerChunkGroups = [
  { name: 'start', priority: 20, test: /\/src\/worker\/index\.ts$/ },
  {
    name: 'pages',
    priority: 10,
    test: /\/src\/(?:pages\/[\w-]+\/(?:page\.tsx|[\w-]+-pane\.tsx|load\.ts)$|layouts\/frames\/|features\/store\/ui\/orders\/)/,
  },
]
